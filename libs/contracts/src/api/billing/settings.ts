import { z } from 'zod';
import { settingsFlags, type SettingsFlag } from '../../rules/settings.js';
import { defineRoutes } from '../route.js';

const flags = z.strictObject(
  Object.fromEntries(settingsFlags.map((flag) => [flag, z.boolean().optional()])) as Record<
    SettingsFlag,
    z.ZodOptional<z.ZodBoolean>
  >,
);
export type Settings = z.infer<typeof flags>;

export const settings = defineRoutes(
  { service: 'billing', access: 'user', path: '/api/account/options/', refuses: [] },
  {
    readSettings: {
      method: 'GET',
      rate: 'read',
      summary: 'The settings of the account.',
      answer: flags,
    },

    changeSettings: {
      method: 'POST',
      rate: 'command',
      command: true,
      summary: 'Sets the flags that are sent, leaves the others.',
      body: z.strictObject({ obj: flags }),
      answer: flags,
    },
  },
);
