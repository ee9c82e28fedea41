import { describe, expect, it } from 'vitest';
import {
  admission,
  reservedMb,
  perToolLimit,
  chooseVictims,
  type MemoryNeed,
  type Share,
} from './memory-share.js';

const TOTAL = 1000;
const need = (expectedMb: number, lowPriority = false): MemoryNeed => ({ expectedMb, lowPriority });
const share = (expectedMb: number, given: Partial<Share> & { lowPriority?: boolean } = {}) => {
  const { lowPriority = false, ...others } = given;
  return { need: need(expectedMb, lowPriority), heldMb: 0, idle: false, end: null, since: 0, ...others };
};
const enters = (shares: readonly Share[], wanted: MemoryNeed, waitedMs = 0) =>
  admission(shares, wanted, waitedMs, TOTAL);

describe('what is to work', () => {
  it.each([
    ['enters as long as all fit', [share(300)], need(400), true],
    ['waits for what would be too much', [share(600)], need(400), false],
    ['reckons with what is held beyond what was expected', [share(100, { heldMb: 600 })], need(400), false],
    ['leaves a fifth to small work', [share(500)], need(300), false],
    ['has that fifth when it is small', [share(500), share(300)], need(100), true],
    ['enters where nothing else works, whatever it takes', [], need(5000), true],
  ] as const)('%s', (_, shares, wanted, does) => {
    expect(enters(shares, wanted)).toEqual({ enters: does, ends: [] });
  });

  it('ends idle programs, no more of them than it takes', () => {
    const idle = [1, 2, 3].map((since) => share(0, { heldMb: 300, idle: true, since }));
    expect(enters(idle, need(500))).toEqual({ enters: true, ends: idle.slice(0, 2) });
  });

  it('ends the largest that no one waits for: small work at once, other work after a second', () => {
    const shares = [share(200), share(250, { lowPriority: true }), share(450, { lowPriority: true })];
    const made = { enters: false, ends: [shares[2]] };
    const none = { enters: false, ends: [] };
    expect(enters(shares, need(100), 1)).toEqual(made);
    expect(enters(shares, need(200), 1000)).toEqual(none);
    expect(enters(shares, need(200), 1001)).toEqual(made);
    expect(enters(shares, need(200, true), 5000)).toEqual(none);
  });

  it('ends one at a time', () => {
    const shares = [share(500, { lowPriority: true }), share(0, { heldMb: 400, end: 'gaveWay' })];
    expect(enters(shares, need(200), 2000)).toEqual({ enters: false, ends: [] });
  });
});

it('idle and ended programs claim what they hold', () => {
  expect([share(100), share(100, { idle: true }), share(100, { end: 'tooMuch' })].map(reservedMb)).toEqual([
    100, 0, 0,
  ]);
});

it('one may hold 700 MiB, in a small total less', () => {
  expect([1200, 460].map(perToolLimit)).toEqual([700, 400]);
});

it('idle programs give way first, then what no one waits for, the largest first, then the latest', () => {
  const early = share(0, { heldMb: 300, since: 1 });
  const late = share(0, { heldMb: 300, since: 2 });
  const small = share(0, { heldMb: 100, lowPriority: true });
  const large = share(0, { heldMb: 250, lowPriority: true });
  const idle = share(0, { heldMb: 50, idle: true });
  expect(chooseVictims([early, late, small, large, idle], TOTAL)).toEqual([idle, large]);
  expect(chooseVictims([early, late, small, large, idle], 400)).toEqual([idle, large, small, late]);
  expect(chooseVictims([early, late], TOTAL)).toEqual([]);
});
