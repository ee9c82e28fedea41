import type { ElementId } from '@skyshelf/contracts';
import type { CatalogRow } from './catalog-row.js';
import type { Decision } from './decision.js';
import type { Growth } from './drive-room.js';
import { historyDelta, namedByVersions, versionsLeft, type VersionRow } from './versions.js';

export interface DropSlice {
  /** The first one goes first. */
  versions: readonly VersionRow[];
  elements: ReadonlyMap<ElementId, CatalogRow>;
  /** Stops when so much is gone, for a command that needs the room; null: all of them. */
  missing: Growth | null;
}

export interface Dropped {
  dropped: number;
  bytes: number;
}

export function decideDropVersions({ versions, elements, missing }: DropSlice): Decision<Dropped> {
  const gone = missing ? firstOf(versions, missing) : versions;
  const bytes = gone.reduce((sum, { size }) => sum + size, 0);
  const answer = { dropped: gone.length, bytes };
  if (gone.length === 0) return { event: null, answer };
  return {
    event: {
      type: 'catalog.versions.dropped',
      blobIds: namedByVersions(gone),
      left: versionsLeft(gone, elements),
      delta: historyDelta(gone),
      ...(missing && { room: true }),
    },
    answer,
  };
}

function firstOf(versions: readonly VersionRow[], missing: Growth): VersionRow[] {
  let { bytes, count } = missing;
  return versions.filter(({ size }) => {
    if (bytes <= 0 && count <= 0) return false;
    bytes -= size;
    count -= 1;
    return true;
  });
}
