import { z } from 'zod';
import { defineCommand } from './command.js';

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
