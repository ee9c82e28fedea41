import { z } from 'zod';
import { defineRoute } from './route.js';

/** The flags of surroundings §3; category flags count as on while unset. */
export const settingsFlags = [
  'animation',
  'darkMode',
  'news',
  'sport',
  'business',
  'entertainment',
  'fashion',
  'tech',
  'living',
  'realEstate',
  'defaultLinks',
  'startupAd',
  'likeWebsiteNotification',
] as const;
export type SettingsFlag = (typeof settingsFlags)[number];

const flags = z.strictObject(
  Object.fromEntries(settingsFlags.map((flag) => [flag, z.boolean().optional()])) as Record<
    SettingsFlag,
    z.ZodOptional<z.ZodBoolean>
  >,
);
export type Settings = z.infer<typeof flags>;

export const readSettings = defineRoute({
  name: 'readSettings',
  method: 'GET',
  path: '/api/account/options/',
  service: 'billing',
  access: 'user',
  rate: 'read',
  summary: 'The settings of the account.',
  answer: flags,
});

export const changeSettings = defineRoute({
  name: 'changeSettings',
  method: 'POST',
  path: '/api/account/options/',
  service: 'billing',
  access: 'user',
  rate: 'command',
  command: true,
  summary: 'Sets the flags that are sent, leaves the others.',
  body: z.strictObject({ obj: flags }),
  answer: flags,
});

export const plan = z.object({
  name: z.string(),
  description: z.string(),
  price: z.number().nonnegative(),
  currencySymbol: z.string(),
  quota: z.number().int(),
  buttonId: z.string().nullable(),
  userId: z.string().nullable(),
  upgrade: z.boolean(),
  disabled: z.boolean(),
});

export const listPlans = defineRoute({
  name: 'listPlans',
  method: 'POST',
  path: '/api/account/plans',
  service: 'billing',
  access: 'visitor',
  rate: 'read',
  summary: 'The plans one can have.',
  body: z.strictObject({ auth: z.boolean().optional() }),
  answer: z.array(plan),
});
