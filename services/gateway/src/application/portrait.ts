import { driveId, type DriveId } from '@skyshelf/contracts';
import { defineJobKind, type JobKindOf } from '@skyshelf/jobs';
import { z } from 'zod';

/** Webp, re-rendered from the identity provider's. */
export interface Portrait {
  from: string;
  etag: string;
  bytes: Uint8Array;
}

/** Stored in the accounts, and deleted with them. */
export interface PortraitStore {
  find(drive: DriveId): Promise<Omit<Portrait, 'bytes'> | null>;
  read(drive: DriveId): Promise<Portrait | null>;
  /** Stores it for an open account; it is durable before the promise resolves. */
  keep(drive: DriveId, from: string, bytes: Uint8Array): Promise<void>;
  remove(drive: DriveId): Promise<void>;
}

export interface PortraitDeps {
  portraits: PortraitStore;
  enqueuePortrait(drive: DriveId, address: string): Promise<void>;
}

/** Fetches the portrait at a sign-in unless it came from the same address. */
export async function followPortrait(
  { portraits, enqueuePortrait }: PortraitDeps,
  drive: DriveId,
  address: string | null,
): Promise<void> {
  const kept = await portraits.find(drive);
  if (address === null) return kept ? portraits.remove(drive) : undefined;
  if (kept?.from !== address) await enqueuePortrait(drive, address);
}

export const portraitAddress = ({ etag }: Pick<Portrait, 'etag'>): string => `/api/account/picture?v=${etag}`;

const payload = z.strictObject({ drive: driveId, address: z.string() });

/** @param make null when there is none: the next sign-in tries again */
export const portraitKind = <Tx>({
  portraits,
  make,
}: {
  portraits: PortraitStore;
  make(address: string): Promise<Uint8Array | null>;
}): JobKindOf<z.infer<typeof payload>, Tx> =>
  defineJobKind({
    kind: 'portrait',
    payload,
    parallel: 2,
    tries: 5,
    keptMs: 0,
    timeoutMs: 60_000,
    run: async ({ payload: { drive, address } }) => {
      const bytes = await make(address);
      if (!bytes) return { state: 'dropped' };
      await portraits.keep(drive, address, bytes);
      return { state: 'done' };
    },
    reasonOf: (_, error) => `The picture of the account could not be made: ${String(error)}`,
  });
