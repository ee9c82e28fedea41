import { isDeepStrictEqual } from 'node:util';
import { DomainError, type DriveId, type OpId, type ShareState } from '@skyshelf/contracts';
import { shareAfter } from '../../domain/shares.js';
import { ownOrigin, type Catalog, type CatalogCommand } from '../catalog.js';
import { stored, type StoredShare } from './share-deps.js';
import type { Problem } from '../reads/row-problems.js';

const PAGE = 500;

/** The links as the stream has them. */
export async function replayShares(
  store: Pick<Catalog['store'], 'events'>,
  drive: DriveId,
): Promise<Map<string, ShareState>> {
  const shares = new Map<string, ShareState>();
  for (let after = 0; ;) {
    const events = await store.events(drive, after, PAGE);
    for (const { data } of events) {
      const next = shareAfter(data);
      if (next?.share) shares.set(next.id, next.share);
      else if (next) shares.delete(next.id);
    }
    after = events.at(-1)?.version ?? after;
    if (events.length === 0) return shares;
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
  shares: ReadonlyMap<string, ShareState>,
  version: number,
): CatalogCommand<StoredShare[] | null, boolean> => ({
  name: 'rebuild-shares',
  payload: {},
  read: async (reader) =>
    reader.state().version === version ? reader.side<StoredShare>('shares').find({}) : null,
  decide: (kept) => ({ event: null, answer: kept !== null }),
  alongside: async (side, { slice }) => {
    for (const { id } of slice ?? []) if (!shares.has(id)) await side.remove('shares', id);
    if (slice) for (const share of shares.values()) await side.put<StoredShare>('shares', stored(share));
  },
});

/** Compares what is kept with the stream. By how many links an element is shown is compared as part of its row. */
export function wrongShares(
  kept: readonly StoredShare[],
  replayed: ReadonlyMap<string, ShareState>,
): Problem[] {
  const rule = 'shares' as const;
  const known = new Map(kept.map(({ id, share }) => [id, share]));
  const ids = new Set([...known.keys(), ...replayed.keys()]);
  return [...ids].flatMap((id) =>
    isDeepStrictEqual(known.get(id), replayed.get(id))
      ? []
      : [{ rule, message: `The link ${id} is not as the stream has it.` }],
  );
}
