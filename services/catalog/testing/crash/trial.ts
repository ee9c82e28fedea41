import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { DriveId } from '@skyshelf/contracts';
import { MongoClient, type Db } from 'mongodb';
import { driveInOrder } from '../drive-in-order.js';
import { happened } from '../happened.js';
import { isBusy, untilFree } from '../until-free.js';
import type { CrashCase, Shelf } from './crash-case.js';
import { CrashPoints } from './crash-points.js';
import { openInstance } from './instance.js';
import { opIdOf } from './messages.js';
import { shelfState, withoutIds } from './shelf-state.js';
import { within } from './time-limit.js';

/** By it, transactions of processes that died are found and ended. */
export const APP_NAME = 'skyshelf-crash-points';

/** A trial that hangs is found after this time. */
const TRIAL_MS = 150_000;

/** The database and objects that the trials use. */
export interface Ground {
  /** The connection has the `APP_NAME`. */
  client: MongoClient;
  db: Db;
  uri: string;
}

/** The result of a use case that nothing disturbs. */
export interface DryRun {
  points: readonly string[];
  answer: unknown;
  state: unknown;
}

interface Beginning {
  shelf: Shelf;
  prepared: string;
}

/** Runs a case once without a crash: the points it reaches, and how it ends. */
export const dryRun = (ground: Ground, crashCase: CrashCase): Promise<DryRun> =>
  within(
    TRIAL_MS,
    `${crashCase.covers}, ${crashCase.title}`,
    untilFree(() => undisturbed(ground, crashCase)),
  );

async function undisturbed(ground: Ground, crashCase: CrashCase): Promise<DryRun> {
  const { shelf, prepared } = await begin(ground, crashCase);
  const points = new CrashPoints(null);
  const answer = await carryThrough(crashCase, reopened(ground, shelf, points), prepared);
  const passed = [...points.passed];
  return { points: passed, answer: withoutIds(answer), state: await judged(ground, shelf) };
}

/**
 * The process dies at a point; another one starts on the same database and goes on with what was begun, and
 * the same request comes again.
 * @returns false when the case did not reach that point this time
 */
export const trial = (ground: Ground, crashCase: CrashCase, dry: DryRun, point: string): Promise<boolean> =>
  within(
    TRIAL_MS,
    `${crashCase.covers}, ${crashCase.title}: ${point}`,
    unlimited(ground, crashCase, dry, point),
  );

async function unlimited(
  ground: Ground,
  crashCase: CrashCase,
  { answer, state }: DryRun,
  point: string,
): Promise<boolean> {
  const { shelf, prepared } = await begin(ground, crashCase);
  if (!(await dieAt(ground, crashCase, shelf, prepared, point))) return false;
  const after = reopened(ground, shelf, new CrashPoints(null));
  if (!crashCase.retriedFirst) await after.carry(shelf.user.drive);
  const again = await untilFree(() => carryThrough(crashCase, after, prepared));
  await after.carry(shelf.user.drive);
  const seen = { answer: withoutIds(again), state: await judged(ground, after) };
  assert.deepEqual(seen, { answer, state }, `${crashCase.covers}, ${crashCase.title}: ${point}`);
  return true;
}

/**
 * The past, by a healthy process. What has happened already happens once; what it has begun in chunks waits
 * for another process.
 */
async function begin(ground: Ground, { facts, prepare }: CrashCase): Promise<Beginning> {
  const drive = randomBytes(15).toString('base64url') as DriveId;
  const user = { sub: 'local|alice', drive, sid: 'session', name: 'alice' };
  const shelf = { ...openInstance(ground), user };
  await untilFree(() => happened(shelf.store, drive, facts));
  return { shelf, prepared: await untilFree(async () => (await prepare?.(shelf)) ?? '') };
}

const reopened = (ground: Ground, { user }: Shelf, points: CrashPoints): Shelf => ({
  ...openInstance(ground, points),
  user,
});

/**
 * With connections of its own, which break when it dies. Its transactions are ended then: else each would
 * keep the drive busy until the others take it for abandoned, two seconds later; that they do is tested where
 * the transactions are made.
 */
async function dieAt(
  ground: Ground,
  crashCase: CrashCase,
  shelf: Shelf,
  prepared: string,
  point: string,
): Promise<boolean> {
  const points = new CrashPoints(point);
  const client = await new MongoClient(ground.uri, { appName: APP_NAME }).connect();
  const dying = reopened({ ...ground, client, db: client.db(ground.db.databaseName) }, shelf, points);
  const work = carryThrough(crashCase, dying, prepared);
  const end = await Promise.race([
    points.died,
    work.catch((error: unknown) => (points.isDead ? 'died' : error)),
  ]);
  const left = [...points.sessions].flatMap(({ id }) => id ?? []);
  if (left.length > 0) await ground.client.db('admin').command({ killSessions: left });
  await client.close();
  if (end instanceof Error && !isBusy(end)) throw end;
  return points.isDead;
}

/** The answer, and all that goes on behind it. */
async function carryThrough(crashCase: CrashCase, shelf: Shelf, prepared: string): Promise<unknown> {
  const answer = await crashCase.act(shelf, opIdOf('the-same'), prepared);
  await shelf.carry(shelf.user.drive);
  return answer;
}

/** The rules hold, and this is what is there. */
async function judged(ground: Ground, shelf: Shelf): Promise<unknown> {
  await driveInOrder(ground)(shelf.user.drive);
  return shelfState(shelf);
}
