import { driveId, serviceNames } from '@skyshelf/contracts';
import { z } from 'zod';
import { defineCommand } from './command.js';

const choice = z.strictObject({ consumer: z.enum(serviceNames), drive: driveId });
const words = ['consumer', 'drive'];

export const parkedList = defineCommand({
  name: 'parked list',
  summary: 'shows the drives that wait for an operator',
  details:
    'A service that fails again and again on an event parks that drive for itself: its later events wait, other drives go on. Ends with 1 when something is parked.',
  looksOnly: true,
  input: z.strictObject({}),
  run: async (installation) => (await import('../parked/show-parked.js')).listAllParked(installation),
});

export const parkedShow = defineCommand({
  name: 'parked show',
  summary: 'shows one of them whole',
  details: "The event's content, the error with its stack, and what waits behind it.",
  words,
  looksOnly: true,
  input: choice,
  run: async (installation, input) =>
    (await import('../parked/show-parked.js')).showParked(installation, input),
});

export const parkedRetry = defineCommand({
  name: 'parked retry',
  summary: 'tries it again, and what waits behind it',
  details: 'For when the cause is fixed. Ends with 1 when it fails again.',
  words,
  input: choice,
  run: async (...given) => (await import('../parked/resume-parked.js')).retryDrive(...given),
});

export const parkedDrop = defineCommand({
  name: 'parked drop',
  summary: 'passes it without its effect, for good, and goes on behind it',
  details:
    'The service will never act on this event: look at it first (parked show), and check the drive afterwards (fsck --drive).',
  words,
  options: { yes: { doc: 'says that you mean it' } },
  input: choice.extend({ yes: z.boolean().default(false) }),
  run: async (...given) => (await import('../parked/resume-parked.js')).dropDrive(...given),
});
