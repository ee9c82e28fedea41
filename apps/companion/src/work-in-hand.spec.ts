import { expect, it } from 'vitest';
import { WorkInHand } from './work-in-hand.js';

it('is finished when what has begun has ended, or when time is up', async () => {
  const work = new WorkInHand();
  await work.finish(60_000);
  const [one, other] = [work.begin(), work.begin()];
  let isFinished = false;
  const finished = work.finish(60_000).then(() => (isFinished = true));
  one();
  one();
  await Promise.resolve();
  expect(isFinished).toBe(false);
  other();
  await finished;
  work.begin();
  await work.finish(1);
});
