import { expect, it } from 'vitest';
import { evolve, looksAgain, stopped, type LookEvent, type Looks } from './looks.js';

const after = (...events: LookEvent[]): Looks => events.reduce(evolve, stopped);

it('a pool that is stopped is woken by nothing', () => {
  expect(after('woken')).toEqual(stopped);
  expect(after('started', 'woken', 'stopped', 'woken').look).toBe('under way');
});

it('one that is woken while it looks, looks once more', () => {
  const woken = after('started', 'woken', 'lookBegan', 'woken', 'woken');
  expect(looksAgain(woken)).toBe(true);
  expect(looksAgain(evolve(woken, 'lookBegan'))).toBe(false);
  expect(looksAgain(evolve(woken, 'stopped'))).toBe(false);
  expect(after('started', 'woken', 'lookEnded', 'woken').look).toBe('under way');
});

it('slow jobs are looked for until there are none, and again when one may wait', () => {
  expect(after('noSlowWaits')).toMatchObject({ mayHaveSlow: false });
  expect(after('noSlowWaits', 'slowMayWait')).toMatchObject({ mayHaveSlow: true });
});

it('a lost answer is remembered until what no one works on was let go', () => {
  expect(after('answerLost', 'lookEnded', 'woken')).toMatchObject({ isUnsure: true });
  expect(after('answerLost', 'unknownLetGo')).toMatchObject({ isUnsure: false });
});
