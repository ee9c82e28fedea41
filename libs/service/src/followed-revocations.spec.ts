import { DomainError } from '@skyshelf/contracts';
import { expect, it } from 'vitest';
import { FollowedRevocations } from './process/followed-revocations.js';

const HOUR_MS = 3_600_000;

function followed(answer: (path: string) => object) {
  const asked: string[] = [];
  const troubles: unknown[] = [];
  let time = 0;
  const revocations = new FollowedRevocations({
    peers: {
      json: async <T>(_: string, path: string) => {
        asked.push(path);
        return answer(path) as T;
      },
    },
    onTrouble: (error) => troubles.push(error),
    now: () => time,
    monotonic: () => time,
  });
  return { revocations, asked, troubles, pass: (ms: number) => (time += ms) };
}

it('learns all revoked sessions page by page, then what is new', async () => {
  const pages: Record<string, object> = {
    '/internal/sessions/revoked': { revoked: [{ sid: 'a', expires: HOUR_MS }], next: '1.a', more: true },
    '/internal/sessions/revoked?after=1.a': {
      revoked: [{ sid: 'b', expires: 2 * HOUR_MS }],
      next: '9.',
      more: false,
    },
    '/internal/sessions/revoked?after=9.': { revoked: [], next: '9.', more: false },
  };
  const { revocations, asked, pass } = followed((path) => pages[path] ?? {});
  expect(revocations.stale).toBe(true);
  await Promise.all([revocations.catchUp(), revocations.catchUp()]);
  expect([revocations.stale, revocations.has('a'), revocations.has('b'), revocations.has('c')]).toEqual([
    false,
    true,
    true,
    false,
  ]);
  pass(HOUR_MS + 61_000);
  await revocations.catchUp();
  expect(asked).toEqual(Object.keys(pages));
  expect([revocations.has('a'), revocations.has('b')]).toEqual([false, true]);
});

it('says after a minute without an answer that it does not know', async () => {
  let isAway = false;
  const { revocations, troubles, pass } = followed(() => {
    if (isAway) throw new DomainError('service.unavailable');
    return { revoked: [], next: '0.', more: false };
  });
  await revocations.catchUp();
  isAway = true;
  pass(60_000);
  await revocations.catchUp();
  await revocations.catchUp();
  expect(revocations.stale).toBe(false);
  expect(troubles).toHaveLength(1);
  pass(1);
  expect(revocations.stale).toBe(true);
  isAway = false;
  await revocations.catchUp();
  expect(revocations.stale).toBe(false);
});
