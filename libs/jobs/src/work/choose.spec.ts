import { expect, it } from 'vitest';
import {
  averageOf,
  claimFor,
  heldBackSince,
  preemption,
  type Slots,
  evolve,
  pollsAgain,
  stopped,
  type PollEvent,
  type PollState,
} from './choose.js';

const slots = (given: Partial<Slots> = {}): Slots => ({
  lane: 'quick',
  workers: 4,
  inHand: 0,
  coming: 0,
  making: 0,
  inBothLanes: given.inHand ?? 0,
  ...given,
});
const busy = { inHand: 4, making: 4 };

it.each([
  ['a first job at once', {}, null, 8, '4'],
  ['those behind it together, before any has shown what jobs take', { inHand: 1 }, null, 8, '3 together'],
  ['one by one where nothing comes ahead', { inHand: 1 }, 10, undefined, '3'],
  ['none when all work', busy, 10, undefined, 'none'],
  ['quick jobs ahead of free workers', busy, 100, 8, '8 together'],
  ['no more ahead than fill 300 ms', busy, 400, 8, '3 together'],
  ['none ahead of long jobs', busy, 5000, 8, 'none'],
  ['none until half of the last ones have begun', { ...busy, inHand: 9, coming: 5 }, 100, 8, 'none'],
  ['then as many as have begun', { ...busy, inHand: 8, coming: 4 }, 100, 8, '4 together'],
  ['128 with those whose results are being kept', { ...busy, inHand: 124 }, 100, 8, '4 together'],
  ['none at each end while results are slow', { ...busy, inHand: 126, coming: 1 }, 100, 8, 'none'],
  ['slow jobs one by one', { lane: 'slow', workers: 2, inHand: 1 }, 10, 8, '1'],
] as const)('a claim takes %s', (_, given, averageMs, ahead, expected) => {
  const claim = claimFor(slots(given), averageMs, ahead);
  expect(claim ? `${claim.most}${claim.together ? ' together' : ''}` : 'none').toBe(expected);
});

it('the latest job counts for a fifth of the average', () => {
  expect(averageOf(averageOf(null, 100), 200)).toBe(120);
});

it.each([
  ['moves to a free slow worker', { making: 1 }, undefined, 'move'],
  ['is interrupted when these are busy', { making: 2 }, undefined, 'interrupt'],
  ['goes on in addition where its kind says so', { making: 2, inBothLanes: 3 }, 4, 'move'],
  ['up to so many', { making: 2, inBothLanes: 4 }, 4, 'stay'],
] as const)('a try that steps aside %s', (_, given, mostAtOnce, how) => {
  expect(preemption(slots({ lane: 'slow', workers: 2, ...given }), mostAtOnce)).toBe(how);
});

it('a kind waits for the one that goes first, then begins anyway', () => {
  expect(heldBackSince(null, false, 10)).toBeNull();
  expect(heldBackSince(null, true, 10)).toBe(10);
  expect(heldBackSince(10, true, 5009)).toBe(10);
  expect(heldBackSince(10, false, 20)).toBeNull();
  expect(heldBackSince(10, true, 5010)).toBeNull();
});

const after = (...events: PollEvent[]): PollState => events.reduce(evolve, stopped);

it('a pool that is stopped is woken by nothing', () => {
  expect(after('woken')).toEqual(stopped);
  expect(after('started', 'woken', 'stopped', 'woken').poll).toBe('running');
});

it('one that is woken while it looks, looks once more', () => {
  const woken = after('started', 'woken', 'pollBegan', 'woken', 'woken');
  expect(pollsAgain(woken)).toBe(true);
  expect(pollsAgain(evolve(woken, 'pollBegan'))).toBe(false);
  expect(pollsAgain(evolve(woken, 'stopped'))).toBe(false);
  expect(after('started', 'woken', 'pollEnded', 'woken').poll).toBe('running');
});

it('slow jobs are looked for until there are none, and again when one may wait', () => {
  expect(after('noSlowWaits')).toMatchObject({ mayHaveSlow: false });
  expect(after('noSlowWaits', 'slowMayWait')).toMatchObject({ mayHaveSlow: true });
});

it('a lost answer is remembered until what no one works on was let go', () => {
  expect(after('answerLost', 'pollEnded', 'woken')).toMatchObject({ isUnsure: true });
  expect(after('answerLost', 'unknownLetGo')).toMatchObject({ isUnsure: false });
});
