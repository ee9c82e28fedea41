import { driveId, forgettingOrder, type DriveId, type ServiceName } from '@skyshelf/contracts';
import { defineJobKind, type JobKindOf } from '@skyshelf/jobs';
import type { Clock } from '@skyshelf/tokens';
import { z } from 'zod';
import type { Deletion } from '../domain/deletion.js';
import type { DeletionStore } from './gateway.js';

export interface DeleteAccountDeps {
  deletions: DeletionStore;
  /** Removes the data for good and may be repeated. Repeatable. */
  forget(service: ServiceName, drive: DriveId): Promise<void>;
  /** Outside the databases, so that a restored backup doesn't bring the account back. Repeatable. */
  record(drive: DriveId, at: Date): Promise<void>;
  /**
   * It runs before the address is forgotten and may be repeated. Repeatable. @returns false while the mail waits to be
   * sent
   */
  sendDeletionNotice(deletion: Pick<Deletion, 'drive' | 'askedAt'>): Promise<boolean>;
  clock: Clock;
}

/** The longest that a mail server can delay a deletion, milliseconds. */
const SAY_MS = 5 * 60_000;
const SAY_AGAIN_MS = 1000;
/** Milliseconds after which work begun before has ended: a page visit, a mail. */
const AGAIN_MS = 10 * 60_000;

export const DELETE_ACCOUNT = 'delete-account';

const payload = z.strictObject({ drive: driveId });

/**
 * Service after service, each noted, so that another process can resume. Minutes later all are asked again,
 * for what was in hand. As the drive's job it would be forgotten with it.
 */
export const deleteAccountKind = <Tx>({
  deletions,
  forget,
  record,
  sendDeletionNotice,
  clock,
}: DeleteAccountDeps): JobKindOf<z.infer<typeof payload>, Tx> =>
  defineJobKind({
    kind: DELETE_ACCOUNT,
    payload,
    parallel: 2,
    tries: 20,
    keptMs: 0,
    timeoutMs: 30 * 60_000,
    run: async ({ payload: { drive } }, { signal }) => {
      const deletion = await deletions.start(drive, clock.now());
      const forgetIn = async (service: ServiceName): Promise<void> => {
        signal.throwIfAborted();
        await forget(service, drive);
      };
      if (!deletion) {
        const found = await deletions.find(drive);
        const afterMs = found && remainingDelayMs(found, clock.now());
        if (afterMs) return { state: 'again', afterMs };
        if (found) for (const service of forgettingOrder) await forgetIn(service);
        return { state: found ? 'done' : 'dropped' };
      }
      // Before anything is removed.
      await record(drive, deletion.begunAt ?? clock.now());
      if (canStillNotify(deletion, clock.now()) && !(await sendDeletionNotice(deletion)))
        return { state: 'again', afterMs: SAY_AGAIN_MS };
      for (const service of forgettingOrder) {
        if (deletion.forgotten.includes(service)) continue;
        await forgetIn(service);
        await deletions.noteForgotten(drive, service, clock.now());
      }
      await deletions.end(drive, clock.now());
      return { state: 'again', afterMs: AGAIN_MS };
    },
    reasonOf: (_, error) => `Not all services have removed the drive: ${String(error)}`,
  });

const canStillNotify = ({ forgotten, begunAt }: Deletion, now: Date): boolean =>
  forgotten.length === 0 && now.getTime() - (begunAt ?? now).getTime() < SAY_MS;

/** Asked again later, clocks differ, or all are asked once more. */
const remainingDelayMs = ({ dueAt, endedAt }: Pick<Deletion, 'dueAt' | 'endedAt'>, now: Date): number =>
  endedAt
    ? Math.max(0, endedAt.getTime() + AGAIN_MS - now.getTime())
    : Math.max(1000, dueAt.getTime() - now.getTime());

export const deletionJobKey = (drive: DriveId, at: Date): string => `delete-account:${drive}:${at.getTime()}`;
