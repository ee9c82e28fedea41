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

it('a result waits shortly where a queue that filled claims ends, not where jobs trickle in', () => {
  const tries = new Tries({ quick: 2, slow: 1 });
  const made = tries.add(jobOf('ann'), 'quick');
  tries.made(made);
  tries.add(jobOf('ann'), 'quick');
  const waits = (asked: number, got: number) => {
    tries.claimed(asked, got);
    return tries.mayWaitMs(made);
  };
  expect([waits(24, 3), waits(2, 2), waits(24, 0)]).toEqual([500, 500, 500]);
  expect([waits(24, 24), waits(12, 5), waits(12, 0), waits(12, 1)]).toEqual([500, 80, 80, 500]);
});
