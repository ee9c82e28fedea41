import { z } from 'zod';
import { defineCommand } from './command.js';

export const shares = defineCommand({
  name: 'shares',
  summary: 'shows the links by which accounts show elements',
  details:
    'By the id of their drive: how often each was opened and downloaded from. Their addresses are secrets, which only their owners see.',
  options: { limit: { value: 'N', doc: 'so many at most, default 1000' } },
  looksOnly: true,
  input: z.strictObject({ limit: z.coerce.number().int().min(1).max(10_000).default(1000) }),
  run: async (installation, input) =>
    (await import('../shares/run-shares.js')).showShares(installation, input),
});

export const sharesEnd = defineCommand({
  name: 'shares end',
  summary: 'ends a link for good, by its address',
  details:
    'For one that should not be there: its visitors are out at once, and its owner no longer finds it in the list. What it showed stays.',
  words: ['address'],
  input: z.strictObject({ address: z.string().min(1).max(2000) }),
  run: async (installation, input) => (await import('../shares/run-shares.js')).endShare(installation, input),
});
