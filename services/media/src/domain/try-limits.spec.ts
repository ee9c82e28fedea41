import { expect, it } from 'vitest';
import { HeldUp, JobRefusal, TryFailure, WorkspaceFull } from './refusal.js';
import { endOf, errorOfTry, freeRetryMs, isForTime, reasonOf, retryDelayMs } from './try-limits.js';

const MINUTE = 60_000;
const limits = { kind: 'mp4', timeoutMs: MINUTE, mostTries: 2 } as const;
const time = (ms: number, workedMs: number, passedMs = ms) => ({ ms, workedMs, passedMs });

it.each([
  ['goes on within its time', time(MINUTE - 1, MINUTE - 1), null],
  ['has worked for most of its time: the file is to blame', time(MINUTE, MINUTE), JobRefusal],
  ['has idled for most of its time: another try may be quicker', time(MINUTE, MINUTE / 3), TryFailure],
  ['has had hardly any processor for half an hour', time(1000, 1000, 30 * MINUTE + 1), HeldUp],
  ['may wait for half an hour', time(1000, 1000, 30 * MINUTE), null],
])('a try that %s', (_, taken, kind) => {
  const end = endOf(taken, limits);
  if (kind) expect(end).toBeInstanceOf(kind);
  else expect(end).toBeNull();
});

it('a long try may wait ten times as long as it may work', () => {
  const long = { ...limits, timeoutMs: 10 * MINUTE };
  expect(endOf(time(1000, 1000, 100 * MINUTE), long)).toBeNull();
  expect(endOf(time(1000, 1000, 100 * MINUTE + 1), long)).toBeInstanceOf(HeldUp);
});

it('a failure ends the job after its last try, and at once when it took too much memory', () => {
  const died = new TryFailure('died');
  expect(errorOfTry(died, limits, 0)).toBe(died);
  expect(errorOfTry(died, limits, 1)).toMatchObject({
    name: 'JobRefusal',
    reason: 'Making the playable video took more than is allowed.',
    isForTime: false,
  });
  expect(errorOfTry(new TryFailure('tooSlow'), limits, 1)).toMatchObject({ isForTime: true });
  expect(errorOfTry(new TryFailure('tooMuch', undefined, 'Too large.'), limits, 0)).toMatchObject({
    name: 'JobRefusal',
    reason: 'Too large.',
  });
  const other = new Error('other');
  expect(errorOfTry(other, limits, 9)).toBe(other);
  expect(errorOfTry(died, { kind: 'mp4', timeoutMs: 1 }, 99)).toBe(died);
});

it('a job that was given up for time is tried again after 1, 6 and 24 hours', () => {
  const hours = [undefined, 1, 2, 3].map((givenUp) => (retryDelayMs(givenUp) ?? NaN) / 3_600_000);
  expect(hours).toEqual([1, 6, 24, NaN]);
  const errors = [undefined, new TryFailure('tooSlow'), new TryFailure('died'), new Error('other')];
  expect(errors.map(isForTime)).toEqual([true, true, false, false]);
});

it('says why in words for the user', () => {
  expect(reasonOf('pdf', new TryFailure('died'))).toBe('Making the PDF took more than is allowed.');
  expect(reasonOf('pdf', new TryFailure('died', undefined, 'Own words.'))).toBe('Own words.');
  expect(reasonOf('pdf', new Error('inner words'))).toBe('The PDF could not be made.');
});

it('a try costs the job nothing when the machine had no room or no time for it', () => {
  const errors = [new WorkspaceFull('/tmp', null), new HeldUp(), new TryFailure('died')];
  expect(errors.map(freeRetryMs)).toEqual([2000, 60_000, undefined]);
});
