import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ThumbnailPolls } from './thumbnail-polls.js';

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
