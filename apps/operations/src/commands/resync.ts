import { z } from 'zod';
import { consumerNames } from '../services.js';
import { defineCommand } from './command.js';

export const resync = defineCommand({
  name: 'resync',
  summary: 'gives a service all events of the others once more',
  details:
    'For a service whose database came back older from a backup. What it has passed it skips, what it lacks it handles, what is parked stays parked. May be repeated, and run while people work. CONSUMER is one of catalog, storage, media, billing.',
  words: ['consumer'],
  input: z.strictObject({ consumer: z.enum(consumerNames) }),
  run: async (...given) => (await import('../resync/run-resync.js')).runResync(...given),
});
