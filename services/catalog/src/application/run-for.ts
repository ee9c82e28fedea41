import { type OpId, DomainError, type DriveId, type ErrorCode } from '@skyshelf/contracts';
import { traceparentOf } from '@skyshelf/telemetry';
import { type Account, type Catalog, type CatalogCommand, ownOrigin } from './catalog.js';
import { OutOfRoom, type Growth } from '../domain/drive-room.js';
import { isHeld, type LongProcess, type PurgeProcess } from '../domain/long-process.js';
import type { Reader } from './slices/read-folder.js';
import { continueDeletion } from './processes/continue-deletion.js';
import { takeImportRoom } from './commands/release-reservation.js';
import { fullChunks } from './processes/chunk-pace.js';
import { processJob } from './processes/stored-processes.js';
import { makeRoom } from './trash/make-room.js';

/** Makes room when there is none. */
export const runFor = <S, A>(
  catalog: Catalog,
  account: Account,
  opId: OpId,
  command: CatalogCommand<S, A>,
): Promise<A> => withHeldRoom(catalog, account.drive, () => runAsUser(catalog, account, opId, command));

export const runAsUser = async <S, A>(
  catalog: Catalog,
  { sub: actor, drive, scope, device }: Account,
  opId: OpId,
  command: CatalogCommand<S, A>,
): Promise<A> => {
  // What a command reads is the whole drive: `requireWithin` is of reads alone.
  if (scope?.roots) throw new DomainError('access.denied');
  return catalog.store.withDrive(drive, opId, command, { actor, device, trace: traceparentOf() });
};

/** Refusals that free room would avoid. */
const ofRoom: ReadonlySet<string> = new Set<ErrorCode>(['space.exceeded', 'drive.full']);

export const isOutOfSpace = ({ code }: { code: string }): boolean => ofRoom.has(code);

/** The longest wait for held deletions, milliseconds; enough for tens of thousands of elements. */
const PURGE_MS = 3_000;

/** Others may take the room that was made. */
const TRIES = 8;

/**
 * Retries a command after the trash has given way, and then after purging held deletions and taking the room kept for
 * imports of unknown size.
 * @param run called with whether it may be refused for good
 * @param shortOf the bytes for which an answer says that there was no room
 */
export async function withHeldRoom<A>(
  catalog: Catalog,
  drive: DriveId,
  run: (isLast: boolean) => Promise<A>,
  shortOf: (answer: A) => number = () => 0,
): Promise<A> {
  let isLast = false;
  for (let tries = 1; ; tries += 1) {
    const attempt = await attemptOf(() => run(isLast), shortOf);
    const { growth } = attempt;
    if (growth === undefined || (isLast && 'answer' in attempt)) return answerOf(attempt);
    if (growth && tries <= TRIES && (await makeRoom(catalog, drive, growth))) continue;
    if (isLast) return answerOf(attempt);
    await purgeHeldDeletions(catalog, drive);
    await takeImportRoom(catalog, drive);
    isLast = true;
  }
}

/** `growth`: absent where nothing is missing, null where no one knows how much. */
type Attempt<A> = ({ answer: A } | { error: DomainError }) & { growth?: Growth | null };

async function attemptOf<A>(run: () => Promise<A>, shortOf: (answer: A) => number): Promise<Attempt<A>> {
  try {
    const answer = await run();
    const bytes = shortOf(answer);
    return { answer, ...(bytes > 0 && { growth: { bytes, count: 0 } }) };
  } catch (error) {
    if (!(error instanceof DomainError) || !isOutOfSpace(error)) throw error;
    return { error, growth: error instanceof OutOfRoom ? error.growth : null };
  }
}

function answerOf<A>(attempt: Attempt<A>): A {
  if ('error' in attempt) throw attempt.error;
  return attempt.answer;
}

const ending = new WeakMap<Catalog['store'], Map<DriveId, Promise<void>>>();

/** The large ones as far as it goes quickly. */
export async function purgeHeldDeletions(catalog: Catalog, drive: DriveId): Promise<void> {
  const ofStore = ending.get(catalog.store) ?? new Map<DriveId, Promise<void>>();
  ending.set(catalog.store, ofStore);
  const running = ofStore.get(drive) ?? purgeHeld(catalog, drive).finally(() => ofStore.delete(drive));
  ofStore.set(drive, running);
  await running;
}

async function purgeHeld(catalog: Catalog, drive: DriveId): Promise<void> {
  const held = await readHeld(await catalog.store.reader(drive), catalog.clock.now());
  if (held.length === 0) return;
  const opId = `end-holds:${catalog.ids.next()}` as OpId;
  await catalog.store.withDrive(drive, opId, endingHolds(catalog), ownOrigin());
  const stopping = AbortSignal.timeout(PURGE_MS);
  for (const process of held) await continueDeletion(catalog, drive, process, fullChunks, stopping);
}

const endingHolds = ({ clock }: Pick<Catalog, 'clock'>): CatalogCommand<PurgeProcess[], null> => ({
  name: 'end-holds',
  payload: {},
  read: (reader) => readHeld(reader, clock.now()),
  decide: () => ({ event: null, answer: null }),
  alongside: async (side, { slice }) => {
    for (const { heldUntil: _, ...process } of slice) {
      await side.put<PurgeProcess>('processes', process);
      // Its present job waits for the end of the hold.
      await side.enqueue({ ...processJob(process, PURGE_MS), key: `process:${process.id}:now` });
    }
  },
});

async function readHeld(reader: Reader, now: Date): Promise<PurgeProcess[]> {
  const processes = await reader.side<LongProcess>('processes').find({ kind: 'purge' });
  return processes.filter((process) => isHeld(process, now));
}
