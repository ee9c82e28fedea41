import { expect, it } from 'vitest';
import { LowWatermark } from './run-rebuild.js';

it('the place to go on from has nothing undone before it', () => {
  const mark = new LowWatermark<string>();
  const [a, b, c] = ['a', 'b', 'c'].map((item) => mark.begin(item));
  b?.();
  expect(mark.value).toBeNull();
  a?.();
  expect(mark.value).toBe('b');
  c?.();
  expect(mark.value).toBe('c');
});
