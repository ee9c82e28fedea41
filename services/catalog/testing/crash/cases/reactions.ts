import { aFile, aFolder, manyFiles } from '../../facts.js';
import { crashCase, type CrashCase } from '../crash-case.js';
import { eventOf } from '../messages.js';

const blobId = 'blob-photo-png';
const job = { kind: 'thumbnail', jobId: 'job', elementId: 'photo-png', source: { blobId } };
const copies = manyFiles('root', 150).map((event) =>
  event.type === 'catalog.files.uploaded'
    ? { ...event, files: event.files.map((file) => ({ ...file, blobId: blobId as never })) }
    : event,
);
const made = {
  ...job,
  type: 'media.derivative.made',
  blobId: 'small',
  bytes: 9,
  sourceDimensions: { width: 9, height: 9 },
};

/** The cases of reactions to events of others, which are repeated until they are consumed. */
export const reactionCases: readonly CrashCase[] = [
  crashCase('billing.plan.changed', 'another quota', {
    facts: [aFolder('a')],
    act: ({ reactions, user }, opId) =>
      reactions.react(eventOf(user.drive, opId, { type: 'billing.plan.changed', plan: 'x', quota: 5000 })),
  }),
  crashCase('billing.settings.changed', 'built-in elements are shown', {
    facts: [aFolder('a')],
    act: ({ reactions, user }, opId) => {
      const data = { type: 'billing.settings.changed', settings: { defaultLinks: true } };
      return reactions.react(eventOf(user.drive, opId, data));
    },
  }),
  crashCase('media.derivative.made', 'of a file and many copies of it', {
    facts: copies,
    act: ({ reactions, user }, opId) => reactions.react(eventOf(user.drive, opId, made)),
  }),
  crashCase('media.derivatives.made', 'of a file and many copies of it', {
    facts: copies,
    act: ({ reactions, user }, opId) => {
      const { type: _, ...one } = made;
      const data = { type: 'media.derivatives.made', made: [one, { ...one, kind: 'thumbnail2x' }] };
      return reactions.react(eventOf(user.drive, opId, data));
    },
  }),
  crashCase('media.derivative.failed', 'of a file', {
    facts: [aFile('photo.png')],
    act: ({ reactions, user }, opId) => {
      const data = { ...job, type: 'media.derivative.failed', reason: 'broken' };
      return reactions.react(eventOf(user.drive, opId, data));
    },
  }),
];
