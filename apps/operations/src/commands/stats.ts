import { z } from 'zod';
import { defineCommand } from './command.js';

export const stats = defineCommand({
  name: 'stats',
  summary: 'shows how much there is, and what waits where',
  details:
    'Drives, elements and bytes; events that wait to be published; how far each service is behind the events it acts on, and how old the oldest is; what is parked; open jobs.',
  looksOnly: true,
  input: z.strictObject({}),
  run: async (installation, _input, caller) =>
    (await import('../stats/run-stats.js')).runStats(installation, caller),
});
