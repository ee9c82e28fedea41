import { z } from 'zod';
import { defineLocalCommand } from './command.js';

export const prepare = defineLocalCommand({
  name: 'prepare',
  summary: 'makes the collections, indexes, topics and the bucket that the services need',
  details:
    'Works on the servers that MONGODB_URI, KAFKA_BROKERS and S3_ENDPOINT name, with the variables of the services, before they run or while they do. What is there stays; it may be broken off and run again. Large collections take their time, and are written to all the while. Ends with 1 when something is still not as it should be.',
  options: { check: { doc: 'makes nothing: says what is missing, and ends with 1 when anything is' } },
  input: z.strictObject({ check: z.boolean().optional() }),
  runHere: async (...given) => (await import('../prepare/run-prepare.js')).runPrepare(...given),
});
