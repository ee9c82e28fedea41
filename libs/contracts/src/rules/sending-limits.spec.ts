import { expect, it } from 'vitest';
import { countSending } from './sending-limits.js';

const at = (minutes: number): Date => new Date(Date.UTC(2026, 10, 1) + minutes * 60_000);

it('lets three through in any hour and ten in any day', () => {
  let sent: Date[] = [];
  const taken: number[] = [];
  for (let minute = 0; minute < 3 * 1440; minute += 10) {
    const counted = countSending(sent, at(minute));
    if (!counted) continue;
    sent = counted;
    taken.push(minute);
  }
  for (const minute of taken) {
    const since = (span: number): number =>
      taken.filter((one) => one > minute - span && one <= minute).length;
    expect(since(60)).toBeLessThanOrEqual(3);
    expect(since(1440)).toBeLessThanOrEqual(10);
  }
  expect(taken.slice(0, 5)).toEqual([0, 10, 20, 60, 70]);
  expect(taken).toHaveLength(30);
  expect(sent.length).toBeLessThanOrEqual(10);
});
