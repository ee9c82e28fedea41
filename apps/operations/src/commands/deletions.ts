import { z } from 'zod';
import { defineCommand } from './command.js';

export const deletions = defineCommand({
  name: 'deletions',
  summary: 'shows the accounts that are being deleted, and those that are gone',
  details:
    'By the id of their drive: nothing says whose they were. Those that wait can still be kept by their owners (ACCOUNT_DELETE_HOURS). One that stands still is found by fsck.',
  options: { limit: { value: 'N', doc: 'so many at most, default 1000' } },
  looksOnly: true,
  input: z.strictObject({ limit: z.coerce.number().int().min(1).max(10_000).default(1000) }),
  run: async (installation, input) =>
    (await import('../deletions/run-deletions.js')).showDeletions(installation, input),
});
