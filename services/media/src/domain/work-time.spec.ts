import { expect, it } from 'vitest';
import { effortOf, passedTime, type ProgramUse } from './work-time.js';

const use = (usedMs: number, more: Partial<ProgramUse> = {}): ProgramUse => ({
  usedMs,
  isHeldUp: false,
  isUnknown: false,
  ...more,
});

it.each([
  ['of two programs is no longer than any clock', [use(150), use(100)], { workedMs: 200, idleMs: 0 }],
  ['without a program is idle', [], { workedMs: 0, idleMs: 200 }],
  [
    'of a program that waits for the machine counts as far as it worked',
    [use(50, { isHeldUp: true })],
    { workedMs: 50, idleMs: 0 },
  ],
  ['of a program that waits for something else counts', [use(50)], { workedMs: 50, idleMs: 150 }],
  [
    'counts a fifth where the machine says nothing',
    [use(0, { isUnknown: true })],
    { workedMs: 0, idleMs: 40 },
  ],
])('time %s', (_, uses, expected) => {
  expect(passedTime(200, uses, 400)).toEqual(expected);
});

it('is hardly idle while this process was held up itself', () => {
  expect(passedTime(4000, [use(0)], 400)).toEqual({ workedMs: 0, idleMs: 400 });
});

it('effort is work, or very much idling', () => {
  expect([effortOf(1000, 1000), effortOf(100, 1000)]).toEqual([1000, 200]);
});
