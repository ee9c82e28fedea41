import type { DriveId } from '@skyshelf/contracts';
import { expect, it } from 'vitest';
import { freshJob } from '../job.js';
import { Tries } from './tries.js';

const jobOf = (drive: string) =>
  freshJob({ key: drive, kind: 'k', drive: drive as DriveId, payload: {} }, 0, new Date(0));

it('a result waits for those right behind it, longer for its own drive’s', () => {
  const tries = new Tries({ quick: 2, slow: 1 });
  const made = tries.add(jobOf('ann'), 'quick');
  tries.made(made);
  expect(tries.mayWaitMs(made)).toBe(0);
  tries.add(jobOf('ben'), 'quick');
  expect(tries.mayWaitMs(made)).toBe(250);
  tries.add(jobOf('ann'), 'quick');
  expect(tries.mayWaitMs(made)).toBe(500);
});

it('a result waits for none that may take long', () => {
  const tries = new Tries({ quick: 2, slow: 1 });
  const [made, slow] = [tries.add(jobOf('ann'), 'quick'), tries.add(jobOf('ann'), 'quick')];
  tries.made(made);
  Object.assign(slow, { stage: 'making', since: performance.now() - 300 });
  expect(tries.mayWaitMs(made)).toBe(0);
});
