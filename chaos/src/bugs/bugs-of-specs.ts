import type { PlantedBug } from './planted-bugs.js';

/** A mistake that a spec finds in seconds, so that no run of the harness has to look for it. */
export type BugOfSpec = Omit<PlantedBug, 'aim'> & {
  /** Fails where the bug is planted in the sources. */
  spec: string;
};

export const bugsOfSpecs: readonly BugOfSpec[] = [
  {
    name: 'crc-of-other-bytes',
    what: 'the CRC that archives say is not that of the bytes which they hold',
    patches: [
      {
        file: 'services/storage/src/application/observed-body.ts',
        find: 'crc32: crc32(bytes),',
        replace: 'crc32: crc32(bytes.subarray(1)),',
      },
    ],
    spec: 'services/storage/src/downloads.int.spec.ts',
  },
  {
    name: 'undo-despite-changes',
    what: 'a command is undone though someone has changed its elements since',
    patches: [
      {
        file: 'services/catalog/src/domain/undoable.ts',
        find: "    if (!same) throw new DomainError('undo.changed', { field: 'operation' });\n",
        replace: '    void same;\n',
      },
    ],
    spec: 'services/catalog/src/application/commands/undo-operations.spec.ts',
  },
  {
    name: 'leave-renewed-after-expiry',
    what: 'leave for an upload is renewed though its seven days are over',
    patches: [
      {
        file: 'services/catalog/src/application/commands/start-upload.ts',
        find: ' || now >= uploadEnds(opened.data))',
        replace: ')',
      },
    ],
    spec: 'services/catalog/src/application/commands/start-upload.spec.ts',
  },
  {
    name: 'part-lost-by-a-cut',
    what: 'the page goes on with the other parts of a file when one is cut off',
    patches: [
      {
        file: 'web/src/features/uploads/machine/answers.ts',
        find: "    return setJob(draft, job.no, { phase: 'wait', calls: [], missing: [], spent, waits, leastMs });",
        replace: `    const goesOn = job.missing.length > 0;
    return setJob(draft, job.no, {
      ...{ phase: goesOn ? job.phase : 'wait', calls: [], spent, waits, leastMs },
    });`,
      },
    ],
    spec: 'web/src/features/uploads/machine/random-orders.spec.ts',
  },
  {
    name: 'sending-for-ever',
    what: 'a file that the page has tried more than once is not given up',
    patches: [
      {
        file: 'web/src/features/uploads/machine/answers.ts',
        find: '  fail(draft, job.ids, error);',
        replace: '  if (job.spent === 0) fail(draft, job.ids, error);',
      },
    ],
    spec: 'web/src/features/uploads/machine/random-orders.spec.ts',
  },
  {
    name: 'required-field',
    what: 'a consumer needs a new field of an event, which the version before does not write',
    patches: [
      {
        file: 'libs/contracts/src/events/catalog-uploads.ts',
        find: 'export const uploadedFile = z.object({\n  ...placed,',
        replace: 'export const uploadedFile = z.object({\n  ...placed,\n  origin: z.string(),',
      },
    ],
    spec: 'libs/contracts/src/events/published-events.spec.ts',
  },
];
