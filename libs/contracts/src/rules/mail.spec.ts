import { expect, it } from 'vitest';
import { isMailAddress, countSending } from './mail.js';

it.each(['ann@example.org', 'a.b+c@mail.example.co.uk', "o'neil@example.org", 'x@1.de'])(
  'takes %j',
  (address) => expect(isMailAddress(address)).toBe(true),
);

it.each([
  '',
  'ann',
  'ann@',
  '@example.org',
  'ann@example',
  'ann@.org',
  'ann@example.',
  'ann@-a.org',
  'a@b@c.org',
  'Ann <ann@example.org>',
  '"ann"@example.org',
  'ann@[127.0.0.1]',
  'ann@example.org (Ann)',
  '<ann@a.org>',
  'ann@example.org,bob@example.org',
  'ann@example.org;bob@example.org',
  'ann bob@example.org',
  ...['\r', '\n', '\r\n', '\u0000', '\u2028', '\u2029', '\u0085', '\t', ' '].flatMap((sign) => [
    `ann@example.org${sign}`,
    `${sign}ann@example.org`,
    `ann@example.org${sign}Bcc: bob@example.org`,
  ]),
  '=?utf-8?q?ann?=@example.org ',
  'ann@exämple.org',
  `${'a'.repeat(65)}@example.org`,
  `ann@${'a'.repeat(60)}.${'b.'.repeat(100)}org`,
])('takes %j for no plain address', (text) => expect(isMailAddress(text)).toBe(false));

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
