import { driveId } from '@skyshelf/contracts';
import { fakeClock, sequentialIds } from '@skyshelf/testing';
import { expect, it } from 'vitest';
import type { Account } from '../domain/account.js';
import { startSession } from './start-session.js';

const account: Account = {
  sub: 'local|ann',
  drive: driveId.parse('drive-1'),
  name: 'Ann',
  picture: null,
  state: 'open',
  createdAt: new Date(0),
};

/** Starts a session while the account changes to this one, and tells its end. */
async function sessionOf(present: Account | null): Promise<'signed' | 'revoked'> {
  const done: string[] = [];
  const deps = {
    clock: fakeClock(),
    ids: { next: sequentialIds('s') },
    accounts: { find: async () => present },
    sessions: { insert: async () => {}, revoke: async () => void done.push('revoked') },
    issuer: { sign: async () => void done.push('signed') },
  };
  await startSession(deps as never, account, null).catch((error: { code: string }) => done.push(error.code));
  expect(done).toHaveLength(done[0] === 'signed' ? 1 : 2);
  return done[0] as 'signed' | 'revoked';
}

it.each([
  ['signed', 'is open', account],
  ['revoked', 'is closed', { ...account, state: 'closing' as const }],
  ['revoked', 'goes', null],
  ['revoked', 'goes and is opened again', { ...account, drive: driveId.parse('drive-2') }],
])('a session is %s when its account %s in the same moment', async (outcome, _, present) => {
  expect(await sessionOf(present)).toBe(outcome);
});
