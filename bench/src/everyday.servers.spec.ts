import { launchSkyshelf } from '@skyshelf/testing';
import { expect, it, onTestFinished } from 'vitest';
import { runEveryday } from './everyday.js';

it('users browse, upload, rename and paste at a steady rate, and each step is answered', async () => {
  const skyshelf = await launchSkyshelf({ env: { RATE_UNLIMITED: '127.0.0.1,::1' }, readyWithinMs: 60_000 });
  onTestFinished(() => skyshelf.dispose());
  const { errors, checks } = await runEveryday(skyshelf, { users: 3, items: 5, rate: 10, seconds: 6 });
  expect(errors).toBe(0);
  expect(Object.keys(checks).toSorted()).toEqual(['browse', 'paste', 'rename', 'upload']);
  for (const passes of Object.values(checks)) expect(passes).toBeGreaterThan(0);
}, 180_000);
