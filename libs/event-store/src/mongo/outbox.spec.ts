import { expect, it } from 'vitest';
import { sharedWrite } from './outbox.js';

it('writes for one caller at once, and for all who come meanwhile in one go', async () => {
  const writes: number[][] = [];
  const gate = Promise.withResolvers<void>();
  const write = sharedWrite<number>(async (items) => {
    writes.push([...items]);
    if (writes.length === 1) await gate.promise;
  });
  const first = write([1]);
  const later = [write([2, 3]), write([4])];
  expect(writes).toEqual([[1]]);
  gate.resolve();
  await Promise.all([first, ...later]);
  expect(writes).toEqual([[1], [2, 3, 4]]);
  await write([5]);
  expect(writes).toHaveLength(3);
});

it('tells all who share a failed write, and goes on with the next', async () => {
  let failing = true;
  const write = sharedWrite<string>(async () => {
    await Promise.resolve();
    if (failing) throw new Error('away');
  });
  const outcomes = await Promise.allSettled([write(['a']), write(['b']), write(['c'])]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  failing = false;
  await write(['d']);
  await write([]);
});
