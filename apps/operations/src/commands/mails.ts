import { mailStates } from '@skyshelf/contracts';
import { z } from 'zod';
import { defineCommand } from './command.js';

export const mails = defineCommand({
  name: 'mails',
  summary: 'shows the mails of the last 30 days, last first',
  details:
    'Each mail: when it was entered, what it is about, whether it waits, was sent or was given up, its id, and why it was not sent at its last try. What it says is not shown. One that was given up is tried again by `jobs retry mail:<id>`.',
  options: {
    limit: { value: 'N', doc: 'so many, default 50' },
    state: { value: 'WORD', doc: `those alone that are ${mailStates.join(', ')}` },
  },
  looksOnly: true,
  input: z.strictObject({
    limit: z.coerce.number().int().min(1).max(1000).default(50),
    state: z.enum(mailStates).optional(),
  }),
  run: async (installation, input) => (await import('../mails/show-mails.js')).showMails(installation, input),
});
