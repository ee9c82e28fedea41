import { driveId, forgettingOrder, type DriveId, type ServiceName } from '@skyshelf/contracts';
import { defineJobKind, type JobKindOf } from '@skyshelf/jobs';
import type { Clock } from '@skyshelf/tokens';
import { z } from 'zod';
import type { DeletionStore } from './deletion-store.js';

export interface DeleteAccountDeps {
  deletions: DeletionStore;
  /** Lets a service remove all that it holds of a drive, for good. May be repeated. */
  forget(service: ServiceName, drive: DriveId): Promise<void>;
  clock: Clock;
}

const payload = z.strictObject({ drive: driveId });

/**
 * Removes an account whose time to be kept is over: service after service, each noted, so that a killed process leaves to the next one what is left to do. A
 * service that is away is waited for. The job is the gateway's own: as one of the drive it would be forgotten with it.
 */
export const deleteAccountKind = <Tx>({
  deletions,
  forget,
  clock,
}: DeleteAccountDeps): JobKindOf<z.infer<typeof payload>, Tx> =>
  defineJobKind({
    ...{ kind: 'delete-account', payload, parallel: 2, tries: 20, keptMs: 0 },
    timeoutMs: 30 * 60_000,
    run: async ({ payload: { drive } }, { signal }) => {
      const deletion = await deletions.start(drive, clock.now());
      if (!deletion) return early(await deletions.find(drive), clock.now());
      for (const service of forgettingOrder) {
        if (deletion.forgotten.includes(service)) continue;
        signal.throwIfAborted();
        await forget(service, drive);
        await deletions.noteForgotten(drive, service, clock.now());
      }
      await deletions.end(drive, clock.now());
      return { state: 'done' };
    },
    reasonOf: (_, error) => `Not all services have removed the drive: ${String(error)}`,
  });

/** Its owner has kept the account; or asked again later, or clocks differ. */
const early = (found: { dueAt: Date; endedAt: Date | null } | null, now: Date) =>
  !found || found.endedAt
    ? ({ state: 'dropped' } as const)
    : ({ state: 'again', afterMs: Math.max(1000, found.dueAt.getTime() - now.getTime()) } as const);

/** The name of the job for a deletion that was asked for, or resumed, at this moment. */
export const deletionJobKey = (drive: DriveId, at: Date): string => `delete-account:${drive}:${at.getTime()}`;
