import { limits, type CounterDelta, type ElementId, type KeptSum } from '@skyshelf/contracts';
import type { CatalogRow } from '../../domain/catalog-row.js';
import { quotaOf, type DriveRoom } from '../../domain/drive-room.js';
import { addedDeltas, intoTrash, keptSum, nothingKept, sumOf, type TrashItem } from '../../domain/trash.js';
import type { Counters, Problem } from './row-problems.js';

/** Takes off the sum of all rows that of the trash, and that of earlier versions. */
export function countersWithout(
  all: CounterDelta,
  items: readonly TrashItem[],
  history: CounterDelta,
): Counters {
  const counted = items.flatMap(({ kept }) => (kept ? [intoTrash(kept)] : []));
  const sum = addedDeltas([all, ...counted, history]);
  const { used, count, byKind, kept = 0, keptCount = 0 } = sum;
  return { used, count, byKind, kept, keptCount, history: sum.history ?? 0 };
}

/** Trash and histories stand in no one's way. */
export function wrongRoom(room: DriveRoom): Problem[] {
  const { used, reserved, kept } = room;
  const all = used + reserved + kept;
  return kept > 0 && all > quotaOf(room)
    ? [
        {
          rule: 'trash',
          message: `${kept} bytes are kept in the trash and in histories, which with ${used} used and ${reserved} reserved are more than the quota of ${quotaOf(room)}.`,
        },
      ]
    : [];
}

/** Counts again what each element of the trash holds. */
export class TrashSums {
  private readonly sums = new Map<ElementId, KeptSum>();

  constructor(
    private readonly items: ReadonlyMap<ElementId, TrashItem>,
    private readonly folders: ReadonlyMap<ElementId, ElementId>,
  ) {}

  add(rows: readonly Pick<CatalogRow, 'id' | 'parentId' | 'kind' | 'size'>[]): void {
    if (this.items.size === 0) return;
    for (const [id, ofItem] of Map.groupBy(rows, (row) => this.itemOf(row)))
      if (id) this.sums.set(id, sumOf(this.sums.get(id) ?? nothingKept, keptSum(ofItem)));
  }

  private itemOf({ id, parentId }: Pick<CatalogRow, 'id' | 'parentId'>): ElementId | null {
    let at: ElementId | undefined = id;
    let above: ElementId | undefined = parentId;
    for (let depth = 0; at !== undefined && depth <= limits.maxDepth; depth += 1) {
      if (this.items.has(at)) return at;
      at = above;
      above = at && this.folders.get(at);
    }
    return null;
  }

  problems(): Problem[] {
    return [...this.items.values()].flatMap(({ id, name, kept }) => {
      if (!kept) return [];
      const { bytes, count } = this.sums.get(id) ?? nothingKept;
      return kept.bytes === bytes && kept.count === count
        ? []
        : [
            {
              rule: 'trash' as const,
              message: `"${name}" (${id}) in the trash is kept as ${kept.bytes} bytes in ${kept.count}, counted are ${bytes} in ${count}.`,
            },
          ];
    });
  }
}
