import { expect, it } from 'vitest';
import { eventually } from './eventually.js';
import { fakeClock } from './fake-clock.js';
import { sequentialIds } from './sequential-ids.js';

it('a fake clock moves only when told to', () => {
  const clock = fakeClock('2026-01-01T00:00:00Z');
  const { now } = clock;
  clock.advance(1500);
  expect(now().toISOString()).toBe('2026-01-01T00:00:01.500Z');
  clock.set('2027-01-01T00:00:00Z');
  expect(now().getUTCFullYear()).toBe(2027);
});

it('sequential ids can be predicted', () => {
  const next = sequentialIds('folder');
  expect([next(), next(), sequentialIds()()]).toEqual(['folder-1', 'folder-2', 'id-1']);
});

it('eventually waits for a condition and answers what it gave', async () => {
  let attempts = 0;
  const answer = await eventually(
    () => {
      attempts += 1;
      if (attempts === 1) throw new Error('not yet');
      return attempts === 3 && 'there';
    },
    { intervalMs: 1 },
  );
  expect(answer).toBe('there');
});

it('eventually gives up with the last failure', async () => {
  const failing = () => {
    throw new Error('the real reason');
  };
  await expect(eventually(failing, { timeoutMs: 5, intervalMs: 1 })).rejects.toThrow('the real reason');
  await expect(eventually(() => false, { timeoutMs: 5, intervalMs: 1 })).rejects.toThrow('within 5 ms');
});
