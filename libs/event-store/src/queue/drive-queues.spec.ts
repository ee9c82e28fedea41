import { expect, it } from 'vitest';
import { DriveQueue, MAX_BATCH } from './drive-queues.js';

const front = (name: string) => ({ name, background: false });
const chunk = (name: string) => ({ name, background: true });
const names = (queue: DriveQueue<{ name: string; background: boolean }>) =>
  queue.take().map(({ name }) => name);

it('takes people together, up to sixteen, first come first served', () => {
  const queue = new DriveQueue<ReturnType<typeof front>>();
  for (let i = 0; i < 20; i += 1) queue.add(front(String(i)));
  expect(names(queue)).toEqual(Array.from({ length: MAX_BATCH }, (_, i) => String(i)));
  expect(names(queue)).toEqual(['16', '17', '18', '19']);
  expect(names(queue)).toEqual([]);
});

it('takes turns between people and the chunks of long processes, each chunk on its own', () => {
  const queue = new DriveQueue<ReturnType<typeof front>>();
  for (const item of [chunk('c1'), chunk('c2'), chunk('c3'), front('p1')]) queue.add(item);
  expect(names(queue)).toEqual(['p1']);
  expect(names(queue)).toEqual(['c1']);
  queue.add(front('p2'));
  queue.add(front('p3'));
  expect(names(queue)).toEqual(['p2', 'p3']);
  queue.add(front('p4'));
  expect(names(queue)).toEqual(['c2']);
  expect(names(queue)).toEqual(['p4']);
  expect(names(queue)).toEqual(['c3']);
});
