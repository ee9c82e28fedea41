import { createHash, randomBytes } from 'node:crypto';
import type { DriveId, ShareState } from '@skyshelf/contracts';
import type { KeptPassword, Sealer } from '@skyshelf/tokens';
import type { Received } from '../../domain/shares.js';
import type { Catalog } from '../catalog.js';

export interface ShareDeps {
  catalog: Catalog;
  sealer: Sealer;
  directory: ShareDirectory;
  counts: ShareCounts;
  /** Its visitors are out at once. Repeatable. */
  endGeneration(
    drive: DriveId,
    share: Pick<ShareState, 'id' | 'receives'>,
    generation: number,
  ): Promise<void>;
}

/** Finds links of all drives. */
export interface ShareDirectory {
  find(hash: string): Promise<{ drive: DriveId; id: string } | null>;
  /** Order: by drive. */
  all(limit: number): Promise<({ drive: DriveId } & Pick<StoredShare, 'share' | 'received'>)[]>;
}

export interface ShareCount {
  opened: number;
  downloads: number;
}

/** They are kept outside of the stream and are exact over all replicas. */
export interface ShareCounts {
  of(drive: DriveId): Promise<ReadonlyMap<string, ShareCount>>;
  /** @returns false where `limit` is reached */
  add(drive: DriveId, id: string, what: keyof ShareCount, limit: number | null): Promise<boolean>;
  takeBack(drive: DriveId, id: string, what: keyof ShareCount): Promise<void>;
  /** @returns the bytes of that day, these included */
  send(drive: DriveId, id: string, day: string, bytes: number): Promise<number>;
  forget(drive: DriveId, id: string): Promise<void>;
}

/** Among the drive's settings, which an export has too. */
export interface ShareSecrets {
  id: string;
  /** The token of the address. */
  sealed: string;
  password: KeptPassword | null;
}

export const secretsName = (id: string): string => `share:${id}`;

/** A link as the stream's last event about it has it. */
export interface StoredShare {
  id: string;
  /** Visitors come with it alone. */
  hash: string;
  share: ShareState;
  /** The files that came by it; absent: none. */
  received?: Received;
  /** The number of files that had come when a notice began to gather; absent: none does. */
  gatheredFrom?: number;
}

export const stored = (
  share: ShareState,
  { received, gatheredFrom }: Pick<StoredShare, 'received' | 'gatheredFrom'> = {},
): StoredShare => ({
  id: share.id,
  hash: share.hash,
  share,
  ...(received && { received }),
  ...(gatheredFrom !== undefined && { gatheredFrom }),
});

export const newShareToken = (): string => randomBytes(16).toString('base64url');

export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('base64url');
