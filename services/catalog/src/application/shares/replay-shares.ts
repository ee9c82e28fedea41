import { isDeepStrictEqual } from 'node:util';
import type { DriveId, ShareState } from '@skyshelf/contracts';
import { shareAfter } from '../../domain/shares.js';
import type { Catalog } from '../catalog.js';
import type { StoredShare } from './share-deps.js';
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
