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
        file: 'services/catalog/src/application/commands/renew-upload.ts',
        find: ' || now >= uploadEnds(opened.data))',
        replace: ')',
      },
    ],
    spec: 'apps/standalone/src/uploads-that-go-on.int.spec.ts',
  },
];
