import assert from 'node:assert/strict';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { DomainError, type DriveId } from '@skyshelf/contracts';
import type { TestAccount } from '../running-catalog.js';
import type { Chance } from '../model/chance.js';
import { standing } from '../shelf-commands.js';
import { untilFree } from '../until-free.js';
import type { Call, Contest, Outcome, Pair, Said } from './contest.js';
import type { Arena, Replica } from './two-replicas.js';

/**
 * How far apart both begin, whole milliseconds below this: about what a command takes, so that either may
 * come first.
 */
const APART_MS = 4;

export interface RaceResult {
  /** The number of the call that was first by its effect: 0 or 1. */
  winner: number;
  /** Whether both were at work on the drive at the same time. */
  overlapped: boolean;
}

/**
 * One round: two calls at two replicas at about the same time, and what is left of the drive, which must be
 * one of the two outcomes.
 */
export async function race(arena: Arena, pair: Pair, number: number, chance: Chance): Promise<RaceResult> {
  const replicas = chance.percent(50)
    ? arena.replicas
    : ([...arena.replicas].toReversed() as [Replica, Replica]);
  const account = replicas[0].catalog.account();
  const contest = pair.contest({ number, drive: account.drive, signer: replicas[0].catalog.signer });
  await arena.given(account.drive, contest.facts);
  const version = await arena.store.version(account.drive);
  const late = chance.below(2);
  const apartMs = chance.below(APART_MS);
  const [first, second] = await Promise.all(
    [0, 1].map(async (index) => {
      const replica = replicas[index];
      const call = contest.calls[index];
      assert(replica && call);
      if (index === late && apartMs > 0) await pause(apartMs);
      return carryOut(replica, account, call, `racer-${index}`);
    }),
  );
  assert(first && second);
  const seen = await outcomeOf(arena, account.drive, version, [first.said, second.said]);
  const winner = winnerOf(contest, seen);
  await arena.inOrder(account.drive);
  return { winner, overlapped: first.began < second.ended && second.began < first.ended };
}

/**
 * Records the time from the first statement about the drive to the answer; a command that never began never overlaps.
 */
async function carryOut(
  { catalog, watch }: Replica,
  account: TestAccount,
  { method, path, body }: Call,
  key: string,
): Promise<{ said: Said; began: number; ended: number }> {
  const watching = watch.begin(account.drive);
  const headers = { ...account.headers, 'content-type': 'application/json', 'idempotency-key': key };
  const answer = await untilFree(async () => {
    const given = await catalog.service.inject({ method, url: path, headers, payload: JSON.stringify(body) });
    if (given.statusCode === 503) throw new DomainError('drive.busy');
    return given;
  });
  const ended = performance.now();
  return {
    said: saidIn(answer.statusCode, JSON.parse(answer.payload) as Refusals),
    began: watching.stop() ?? Infinity,
    ended,
  };
}

interface Refusals {
  error?: { code: string; message: string };
  warnings?: { code: string; message: string }[];
}

const saidIn = (status: number, { error, warnings = [] }: Refusals): Said => [
  status,
  ...[...(error ? [error] : []), ...warnings].map(({ code, message }) => `${code}: ${message}`),
];

async function outcomeOf(
  { store }: Arena,
  drive: DriveId,
  version: number,
  said: Outcome['said'],
): Promise<Outcome> {
  const account = { sub: 'local|alice', drive };
  const [paths, events, { used, reserved }] = await Promise.all([
    standing({ catalog: { store }, account }),
    store.events(drive, version, 10),
    store.state(drive),
  ]);
  return {
    said,
    events: events.map(({ data }) => data.type),
    paths: paths.map(({ path }) => path).toSorted(),
    used,
    reserved,
  };
}

function winnerOf({ outcomes }: Contest, seen: Outcome): number {
  const winner = outcomes.findIndex((outcome) => isDeepStrictEqual(outcome, seen));
  if (winner === -1) assert.fail(`Neither was first: ${JSON.stringify({ seen, outcomes }, null, 1)}`);
  return winner;
}
