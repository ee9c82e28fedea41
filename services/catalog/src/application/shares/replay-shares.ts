import { isDeepStrictEqual } from 'node:util';
import {
  DomainError,
  type DriveId,
  type OpId,
  type ShareState,
  type UploadedFile,
} from '@skyshelf/contracts';
import { receivedAfter, shareAfter, type Received } from '../../domain/shares.js';
import { ownOrigin, type Catalog, type CatalogCommand } from '../catalog.js';
import { stored, type StoredShare } from './share-deps.js';
import type { Problem } from '../reads/row-problems.js';

const PAGE = 500;

export interface ReplayedShare {
  share: ShareState;
  received?: Received;
}

/** The links as the stream has them. */
export async function replayShares(
  store: Pick<Catalog['store'], 'events'>,
  drive: DriveId,
): Promise<Map<string, ReplayedShare>> {
  const shares = new Map<string, ReplayedShare>();
  for (let after = 0; ;) {
    const events = await store.events(drive, after, PAGE);
    for (const { data } of events) {
      const next = shareAfter(data);
      if (next?.share) shares.set(next.id, { ...shares.get(next.id), share: next.share });
      else if (next) shares.delete(next.id);
      if (data.type === 'catalog.files.uploaded') countReceived(shares, data.files);
    }
    after = events.at(-1)?.version ?? after;
    if (events.length === 0) return shares;
  }
}

function countReceived(shares: Map<string, ReplayedShare>, files: readonly UploadedFile[]): void {
  for (const { drop, size } of files) {
    const known = drop && shares.get(drop.link);
    if (known) known.received = receivedAfter(known.received, size);
  }
}

const TRIES = 5;

/** Keeps the links as the stream has them, while others write. */
export async function rebuildShares(catalog: Pick<Catalog, 'store' | 'ids'>, drive: DriveId): Promise<void> {
  const { store, ids } = catalog;
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const version = await store.version(drive);
    if (version === 0) return;
    const shares = await replayShares(store, drive);
    if (await store.withDrive(drive, `shares:${ids.next()}` as OpId, keeping(shares, version), ownOrigin()))
      return;
  }
  throw new DomainError('drive.busy');
}

const keeping = (
  shares: ReadonlyMap<string, ReplayedShare>,
  version: number,
): CatalogCommand<StoredShare[] | null, boolean> => ({
  name: 'rebuild-shares',
  payload: {},
  read: async (reader) =>
    reader.state().version === version ? reader.side<StoredShare>('shares').find({}) : null,
  decide: (kept) => ({ event: null, answer: kept !== null }),
  alongside: async (side, { slice }) => {
    for (const { id } of slice ?? []) if (!shares.has(id)) await side.remove('shares', id);
    const known = new Map(slice?.map((each) => [each.id, each]));
    if (slice)
      for (const { share, received } of shares.values())
        await side.put<StoredShare>('shares', stored(share, { ...known.get(share.id), received }));
  },
});

/** Compares what is kept with the stream. By how many links an element is shown is compared as part of its row. */
export function wrongShares(
  kept: readonly StoredShare[],
  replayed: ReadonlyMap<string, ReplayedShare>,
): Problem[] {
  const rule = 'shares' as const;
  const known = new Map(
    kept.map(({ id, share, received }) => [id, { share, ...(received && { received }) }]),
  );
  const ids = new Set([...known.keys(), ...replayed.keys()]);
  return [...ids].flatMap((id) =>
    isDeepStrictEqual(known.get(id), replayed.get(id))
      ? []
      : [{ rule, message: `The link ${id} is not as the stream has it.` }],
  );
}
