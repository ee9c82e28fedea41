import { z } from 'zod';
import { defineCommand } from './command.js';

export const audit = defineCommand({
  name: 'audit',
  summary: 'shows what admins have done with cancelled accounts, last first',
  details:
    'When, which admin by the id of their drive, what, and the drive of the account that was looked at or deleted. It outlives the accounts and says nothing of whose they were.',
  options: { limit: { value: 'N', doc: 'so many at most, default 1000' } },
  looksOnly: true,
  input: z.strictObject({ limit: z.coerce.number().int().min(1).max(10_000).default(1000) }),
  run: async (installation, input) =>
    (await import('../deletions/show-audit.js')).showAudit(installation, input),
});
