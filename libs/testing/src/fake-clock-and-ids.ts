export interface FakeClock {
  now(): Date;
  advance(ms: number): void;
  set(moment: Date | string): void;
}

/**
 * A clock for tests; its functions may be passed on their own (`{ now: clock.now }`).
 * @param start the first moment, default noon of 1 March 2026, UTC
 */
export function fakeClock(start: Date | string = '2026-03-01T12:00:00.000Z'): FakeClock {
  let time = new Date(start).getTime();
  return {
    now: () => new Date(time),
    advance: (ms) => {
      time += ms;
    },
    set: (moment) => {
      time = new Date(moment).getTime();
    },
  };
}

/**
 * A source of ids that a test can predict: `folder-1`, `folder-2`, …
 * @param prefix the word before the number
 */
export function sequentialIds<Id extends string = string>(prefix = 'id'): () => Id {
  let last = 0;
  return () => {
    last += 1;
    return `${prefix}-${last}` as Id;
  };
}
