import { describe, expect, it } from 'vitest';
import { mapConcurrently } from './map-concurrently.js';

const never = new AbortController().signal;

describe('work on what comes', () => {
  it('is done a few at a time, and takes no more than it can hold', async () => {
    let taken = 0;
    let ended = 0;
    let most = 0;
    function* endless() {
      while (taken < 20) yield (taken += 1);
    }
    await mapConcurrently(
      endless(),
      3,
      async () => {
        most = Math.max(most, taken - ended);
        await Promise.resolve();
        ended += 1;
      },
      never,
    );
    expect({ ended, most }).toEqual({ ended: 20, most: 3 });
  });

  it('ends with the first failure, after what had begun', async () => {
    const done: number[] = [];
    const gate = Promise.withResolvers<void>();
    const work = async (item: number) => {
      if (item === 2) {
        gate.resolve();
        throw new Error('two');
      }
      await gate.promise;
      done.push(item);
    };
    await expect(mapConcurrently([1, 2, 3, 4, 5], 2, work, never)).rejects.toThrow('two');
    expect(done).toEqual([1]);
  });

  it('ends when no one wants it any more', async () => {
    const stop = new AbortController();
    const done: number[] = [];
    const work = async (item: number) => {
      done.push(item);
      if (item === 2) stop.abort(new Error('enough'));
    };
    await expect(mapConcurrently([1, 2, 3], 1, work, stop.signal)).rejects.toThrow('enough');
    expect(done).toEqual([1, 2]);
  });
});
