import { expect, it } from 'vitest';
import { SLOTS, slotOf } from './outbox-port.js';

it('never changes: slots are stored with events', () => {
  expect(slotOf('a')).toBe(0xe40c292c % SLOTS);
  expect(slotOf('foobar')).toBe(0xbf9cf968 % SLOTS);
});

it('spreads drives over all slots', () => {
  const counts = new Map<number, number>();
  for (let i = 0; i < 6_400; i += 1)
    counts.set(slotOf(`drive${i}`), (counts.get(slotOf(`drive${i}`)) ?? 0) + 1);
  expect(counts.size).toBe(SLOTS);
  expect(Math.max(...counts.values())).toBeLessThan(200);
});
