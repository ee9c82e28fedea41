import { driveId, serviceNames } from '@skyshelf/contracts';
import { z } from 'zod';
import { defineCommand, defineLocalCommand } from './command.js';
import { startOf } from '../rebuild/drive-position.js';
import { consumerNames } from '../installation.js';

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

export const rebuild = defineCommand({
  name: 'rebuild',
  summary: 'rebuilds the read models from the events',
  details:
    'Eight drives at a time, while everything goes on; each is checked afterwards. A drive that fails keeps the model it had, and the command ends with 1. Broken off, it says how to go on where it was.',
  options: {
    drive: { value: 'ID', doc: 'rebuilds this drive alone' },
    after: { value: 'SERVICE/ID', doc: 'goes on behind this drive' },
  },
  input: z
    .strictObject({ drive: driveId.optional(), after: startOf.optional() })
    .refine(({ drive, after }) => !(drive && after), 'Give --drive or --after, not both'),
  run: async (...given) => (await import('../rebuild/run-rebuild.js')).runRebuild(...given),
});

export const resync = defineCommand({
  name: 'resync',
  summary: 'gives a service all events of the others once more',
  details:
    'For a service whose database came back older from a backup, after `restored`. What it has passed it skips, what it lacks it handles, what is parked stays parked. May be repeated, and run while people work. CONSUMER is one of catalog, storage, media, billing.',
  words: ['consumer'],
  input: z.strictObject({ consumer: z.enum(consumerNames) }),
  run: async (...given) => (await import('../resync/run-resync.js')).runResync(...given),
});

export const restored = defineLocalCommand({
  name: 'restored',
  summary: 'begins a new epoch after databases came back from a backup',
  details:
    'Before the restored services start: what Kafka, consumers, browsers and tokens still know of the time after the backup counts for nothing from then on. Accounts deleted after the backup are deleted again: the store with the objects has a list of them. Works on the server of MONGODB_URI and the store of S3_ENDPOINT or OBJECTS_FOLDER, else on the data folder. Without --service all databases were restored, from one backup. Each run begins another epoch.',
  options: { service: { value: 'NAME', doc: 'only the database of this service was restored' } },
  input: z.strictObject({ service: z.enum(serviceNames).optional() }),
  runHere: async (env, { service }, caller) =>
    (await import('../restored/run-restored.js')).runRestored(
      env,
      { services: service && [service] },
      caller,
    ),
});
