import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import '../../../../testing/page-globals.js';
import { VisibleElements, ThumbnailPolls } from './awaited-picture.js';

describe('elements that are seen and wait for their picture', () => {
  const reported: string[][] = [];
  let seen: VisibleElements;
  beforeEach(() => {
    vi.useFakeTimers();
    reported.length = 0;
    seen = new VisibleElements({ tell: async (ids) => void reported.push(ids) });
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

describe('looking for a picture that no one has announced', () => {
  const exists = vi.fn(async (_: string) => false);
  const confirm = vi.fn(async (_: string, __: boolean) => undefined);
  const polls = new ThumbnailPolls({ exists, confirm });
  const image = { id: 'a', address: 'Cloud/t/x', isVideo: false };
  beforeEach(() => {
    vi.useFakeTimers();
    exists.mockReset();
    exists.mockResolvedValue(false);
    confirm.mockReset();
  });
  afterEach(() => void vi.useRealTimers());

  it('asks three times, 2 s apart, then says that there is none [F4.13]', async () => {
    polls.watch(image);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(exists).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(4_000);
    expect(exists).toHaveBeenCalledTimes(2);
    expect(confirm).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(exists).toHaveBeenCalledTimes(3);
    expect(confirm.mock.calls).toEqual([['a', false]]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(exists).toHaveBeenCalledTimes(3);
  });

  it('says so as soon as it is there', async () => {
    polls.watch(image);
    await vi.advanceTimersByTimeAsync(2_000);
    exists.mockResolvedValue(true);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(confirm.mock.calls).toEqual([['a', true]]);
  });

  it('asks for that of a video every 30 s [F4.13]', async () => {
    polls.watch({ ...image, isVideo: true });
    await vi.advanceTimersByTimeAsync(29_999);
    expect(exists).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(60_001);
    expect(confirm.mock.calls).toEqual([['a', false]]);
  });

  it('takes no answer for none, and has nothing to ask for without an address', async () => {
    exists.mockRejectedValue(new Error('offline'));
    polls.watch(image);
    polls.watch({ id: 'b', address: null, isVideo: false });
    await vi.advanceTimersByTimeAsync(6_000);
    expect(exists).toHaveBeenCalledTimes(3);
    expect(new Map(confirm.mock.calls)).toEqual(
      new Map([
        ['a', false],
        ['b', false],
      ]),
    );
  });

  it('ends when something is heard of the element', async () => {
    const end = polls.watch(image);
    await vi.advanceTimersByTimeAsync(4_500);
    end();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(confirm).not.toHaveBeenCalled();
  });
});
