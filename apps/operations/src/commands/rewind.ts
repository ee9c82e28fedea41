import { z } from 'zod';
import { defineCommand } from './command.js';

export const rewind = defineCommand({
  name: 'rewind',
  summary: 'puts an account, or one of its folders, back to what it held at a moment',
  details:
    'As its owner can on the page: what was deleted comes back, what was moved or renamed goes back, what came since goes to the trash. It shows what that is; with --dry-run nothing else is done.',
  options: {
    user: {
      value: 'NAME',
      doc: 'who signs in under this name at the local identity provider, or PROVIDER|ID',
    },
    to: { value: 'MOMENT', doc: 'as 2026-11-29T08:00:00Z, or how long ago: 90m, 6h, 3d' },
    folder: { value: 'FOLDER', doc: 'its path, or the id of a deleted one; default all' },
    'dry-run': { doc: 'says what it would do' },
  },
  input: z.strictObject({
    user: z.string('Say whose: --user NAME').min(1).max(400),
    to: z.string('Say to which moment: --to MOMENT').min(2).max(40),
    folder: z.string().min(1).max(32_768).default('root'),
    'dry-run': z.boolean().default(false),
  }),
  run: async (installation, input) =>
    (await import('../rewind/run-rewind.js')).runRewind(installation, input),
});
