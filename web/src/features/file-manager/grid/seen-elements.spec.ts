import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SeenElements } from './seen-elements.js';

describe('elements that are seen and wait for their picture', () => {
  const reported: string[][] = [];
  let seen: SeenElements;
  beforeEach(() => {
    vi.useFakeTimers();
    reported.length = 0;
    seen = new SeenElements({ tell: async (ids) => void reported.push(ids) });
  });
  afterEach(() => void vi.useRealTimers());

  it('are named in one call, those that have gone by then not', () => {
    const gone = seen.add('gone');
    seen.add('a');
    seen.add('b');
    gone();
    vi.advanceTimersByTime(2000);
    expect(reported).toEqual([['a', 'b']]);
  });

  it('are named once, again when they come back', () => {
    const leave = seen.add('a');
    vi.advanceTimersByTime(2000);
    seen.add('b');
    vi.advanceTimersByTime(2000);
    leave();
    seen.add('a');
    vi.advanceTimersByTime(2000);
    expect(reported).toEqual([['a'], ['b'], ['a']]);
  });

  it('go in several calls when they are many', () => {
    for (let index = 0; index < 150; index += 1) seen.add(String(index));
    vi.advanceTimersByTime(5000);
    expect(reported.map((ids) => ids.length)).toEqual([100, 50]);
  });
});
