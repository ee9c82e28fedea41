import { expect, it, vi } from 'vitest';
import { FrameChanges } from './frame-changes.js';

it('tells who shows a file of that file alone, and who shows sums once a frame', () => {
  const frames: (() => void)[] = [];
  const changes = new FrameChanges((task) => void frames.push(task));
  const all = vi.fn();
  const one = vi.fn();
  const other = vi.fn();
  changes.subscribe(all);
  const stop = changes.subscribeTo(1, one);
  changes.subscribeTo(2, other);
  for (let time = 0; time < 1000; time += 1) changes.note(1);
  expect([frames.length, one.mock.calls.length]).toEqual([1, 0]);
  frames.shift()?.();
  expect([all, one, other].map((each) => each.mock.calls.length)).toEqual([1, 1, 0]);
  stop();
  changes.note(1);
  frames.shift()?.();
  expect([all, one].map((each) => each.mock.calls.length)).toEqual([2, 1]);
});
