import { driveId } from '@skyshelf/contracts';
import { z } from 'zod';
import { defineCommand } from './command.js';

export const fsck = defineCommand({
  name: 'fsck',
  summary: 'checks all data against the rules that never break',
  details:
    'Changes nothing unless it is told to, and may run while people work: what is only on its way is looked at again until it has arrived. Ends with 1 when a rule is broken.',
  options: {
    drive: { value: 'ID', doc: 'checks this drive alone' },
    repair: {
      doc: 'repairs what can be repaired without a loss, says how, and what to do about the rest; ends with 0 when nothing is left',
    },
    storage: {
      doc: 'also lists all that lies in the object store: objects and unfinished uploads that no record names are told, never removed',
    },
  },
  looksOnly: true,
  input: z.strictObject({
    drive: driveId.optional(),
    storage: z.boolean().optional(),
    repair: z.boolean().optional(),
  }),
  run: async (...given) => (await import('../fsck/run-fsck.js')).runFsck(...given),
});
