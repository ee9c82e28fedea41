import { aFile, aFolder, manyFiles } from '../../facts.js';
import { crashCase, type CrashCase } from '../crash-case.js';
import { eventOf } from '../messages.js';

const blob = { jobId: 'job', blobId: 'blob-photo-png', elementId: 'photo-png' };
const copies = manyFiles('root', 150).map((event) =>
  event.type === 'catalog.files.uploaded'
    ? { ...event, files: event.files.map((file) => ({ ...file, blobId: blob.blobId as never })) }
    : event,
);
const made = { ...blob, type: 'media.thumbnail.made', thumbnailBlobId: 'thumbnail', width: 9, height: 9 };

/** What is done on news from others, which come again until they are passed. */
export const reactionCases: readonly CrashCase[] = [
  crashCase('billing.plan.changed', 'another quota', {
    facts: [aFolder('a')],
    act: ({ reactions, user }, opId) =>
      reactions.planChanged(
        eventOf(user.drive, opId, { type: 'billing.plan.changed', plan: 'x', quota: 5000 }),
      ),
  }),
  crashCase('billing.settings.changed', 'built-in elements are shown', {
    facts: [aFolder('a')],
    act: ({ settings, user }, opId) => {
      const data = { type: 'billing.settings.changed', settings: { defaultLinks: true } };
      return settings.settingsChanged(eventOf(user.drive, opId, data));
    },
  }),
  crashCase('media.thumbnail.made', 'of a file and many copies of it', {
    facts: copies,
    act: ({ reactions, user }, opId) => reactions.thumbnailMade(eventOf(user.drive, opId, made)),
  }),
  crashCase('media.thumbnail.failed', 'of a file', {
    facts: [aFile('photo.png')],
    act: ({ reactions, user }, opId) => {
      const data = { ...blob, type: 'media.thumbnail.failed', reason: 'broken' };
      return reactions.thumbnailFailed(eventOf(user.drive, opId, data));
    },
  }),
];
