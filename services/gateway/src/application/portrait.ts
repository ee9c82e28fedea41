import { driveId, type DriveId } from '@skyshelf/contracts';
import { defineJobKind, type JobKindOf } from '@skyshelf/jobs';
import { z } from 'zod';

/** The picture of an account: webp, made again from the one that its identity provider shows. */
export interface Portrait {
  /** Where that was. */
  from: string;
  etag: string;
  bytes: Uint8Array;
}

/** Portraits lie in the accounts and go with them. */
export interface PortraitStore {
  /** Without its bytes. */
  find(drive: DriveId): Promise<Omit<Portrait, 'bytes'> | null>;
  read(drive: DriveId): Promise<Portrait | null>;
  /** Of an account that is open; durable before it returns. */
  keep(drive: DriveId, from: string, bytes: Uint8Array): Promise<void>;
  remove(drive: DriveId): Promise<void>;
}

export interface PortraitDeps {
  portraits: PortraitStore;
  /** Lets a portrait be made, soon. */
  enterPortrait(drive: DriveId, address: string): Promise<void>;
}

/** At a sign-in: what the provider shows today becomes the account's portrait, unless it was made of the same address. */
export async function followPortrait(
  { portraits, enterPortrait }: PortraitDeps,
  drive: DriveId,
  address: string | null,
): Promise<void> {
  const kept = await portraits.find(drive);
  if (address === null) return kept ? portraits.remove(drive) : undefined;
  if (kept?.from !== address) await enterPortrait(drive, address);
}

/** Under which address a page finds it; another one for another picture. */
export const portraitAddress = ({ etag }: Pick<Portrait, 'etag'>): string => `/api/account/picture?v=${etag}`;

const payload = z.strictObject({ drive: driveId, address: z.string() });

/** @param make a webp of the picture at an address; null when there is none to be had: then the next sign-in tries again */
export const portraitKind = <Tx>({
  portraits,
  make,
}: {
  portraits: PortraitStore;
  make(address: string): Promise<Uint8Array | null>;
}): JobKindOf<z.infer<typeof payload>, Tx> =>
  defineJobKind({
    ...{ kind: 'portrait', payload, parallel: 2, tries: 5, keptMs: 0, timeoutMs: 60_000 },
    run: async ({ payload: { drive, address } }) => {
      const bytes = await make(address);
      if (!bytes) return { state: 'dropped' };
      await portraits.keep(drive, address, bytes);
      return { state: 'done' };
    },
    reasonOf: (_, error) => `The picture of the account could not be made: ${String(error)}`,
  });
