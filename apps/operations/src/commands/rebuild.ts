import { driveId } from '@skyshelf/contracts';
import { z } from 'zod';
import { startOf } from '../rebuild/drive-position.js';
import { defineCommand } from './command.js';

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
