import { z } from 'zod';
import { mailStates } from '@skyshelf/contracts';
import { defineCommand, defineLocalCommand } from './command.js';

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

const input = z.strictObject({
  url: z.url({ protocol: /^https?$/, error: 'Say where the product is reached: --url ADDRESS' }),
  user: z.string().min(1).max(200).default('smoke-test'),
  patience: z.coerce.number().int().min(0).max(3600).default(60),
  thumbnail: z.coerce.number().int().min(0).max(3600).default(60),
});

export const smoke = defineCommand({
  name: 'smoke',
  summary: 'does once what people do, and says whether it worked',
  details:
    'As a user of its own it makes a folder, uploads a picture, waits for the thumbnail, downloads and deletes them. Ends with 1 at the first step that fails.',
  options: {
    url: { value: 'ADDRESS', doc: 'where the product is reached, must be given' },
    user: { value: 'NAME', doc: 'whose drive, as `token` has it; smoke-test if not given' },
    patience: {
      value: 'SECONDS',
      doc: 'how long parts of the product may be away at first, 60 if not given',
    },
    thumbnail: {
      value: 'SECONDS',
      doc: 'how long a thumbnail may take, 60 if not given; 0: none is waited for',
    },
  },
  input,
  run: async (installation, options, caller) => {
    const { runSmoke } = await import('../smoke/run-smoke.js');
    return runSmoke(installation, options, caller);
  },
});

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

export const prepare = defineLocalCommand({
  name: 'prepare',
  summary: 'makes the collections, indexes, topics and the bucket that the services need',
  details:
    'Works on the servers that MONGODB_URI, KAFKA_BROKERS and S3_ENDPOINT name, with the variables of the services, before they run or while they do. MONGODB_URI_CATALOG and the like are for services with an address of their own. What is there stays; it may be broken off and run again. Large collections take their time, and are written to all the while. Ends with 1 when something is still not as it should be.',
  options: { check: { doc: 'makes nothing: says what is missing, and ends with 1 when anything is' } },
  input: z.strictObject({ check: z.boolean().optional() }),
  runHere: async (...given) => (await import('../prepare/run-prepare.js')).runPrepare(...given),
});
