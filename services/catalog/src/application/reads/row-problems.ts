import { limits, ROOT_ID, type ElementId } from '@skyshelf/contracts';
import { sameTags } from '@skyshelf/contracts/rules';
import type { CatalogRow } from '../../domain/catalog-row.js';
import type { Reservation } from '../../domain/drive-room.js';
import { wordsOf } from '../../domain/search-words.js';
import { isHidden } from '../../domain/trash.js';

export interface Problem {
  rule:
    | 'live-equals-replay'
    | 'unique-names'
    | 'reaches-root'
    | 'counters'
    | 'reserved'
    | 'words'
    | 'trash'
    | 'shares'
    | 'versions';
  message: string;
}

type PlacedRow = Pick<CatalogRow, 'id' | 'parentId' | 'class' | 'nameKey' | 'name'>;

export function sameNames(rows: readonly PlacedRow[]): Problem[] {
  const seen = new Map<string, PlacedRow>();
  return rows.flatMap((row) => {
    const place = JSON.stringify([row.parentId, row.class, row.nameKey]);
    const other = seen.get(place);
    seen.set(place, row);
    return other
      ? [
          {
            rule: 'unique-names' as const,
            message: `${row.id} and ${other.id} in ${row.parentId} are both named "${row.name}".`,
          },
        ]
      : [];
  });
}

/** Each reaches the root, or a limbo that a process will empty. */
export function lostRows(
  rows: readonly PlacedRow[],
  folders: ReadonlyMap<ElementId, ElementId>,
  limbos: ReadonlySet<ElementId>,
): Problem[] {
  const arrives = (row: PlacedRow): boolean => {
    let at: ElementId | undefined = row.parentId;
    for (let depth = 0; depth < limits.maxDepth; depth += 1) {
      if (at === undefined) return false;
      if (at === ROOT_ID || limbos.has(at)) return true;
      at = folders.get(at);
    }
    return false;
  };
  return rows
    .filter((row) => !arrives(row))
    .map(({ id, name }) => ({ rule: 'reaches-root', message: `"${name}" (${id}) does not reach the root.` }));
}

export const wrongWords = (rows: readonly CatalogRow[]): Problem[] =>
  rows
    .filter((row) => !isHidden(row) && !sameTags(row.words, wordsOf(row.name, row.tags)))
    .map(({ id, name }) => ({
      rule: 'words',
      message: `"${name}" (${id}) is found by the words of another name.`,
    }));

export interface Counters {
  used: number;
  count: number;
  kept: number;
  keptCount: number;
  history: number;
  byKind: Readonly<Record<string, number>>;
}

export function wrongCounters(
  { used, count, kept: inTrash, keptCount, history, byKind }: Counters,
  state: Counters,
): Problem[] {
  const wrong = (what: string, kept: number, found: number): Problem[] =>
    kept === found
      ? []
      : [{ rule: 'counters', message: `${what} is kept as ${kept}, counted are ${found}.` }];
  const kinds = new Set([...Object.keys(byKind), ...Object.keys(state.byKind)]);
  return [
    ...wrong('used', state.used, used),
    ...wrong('count', state.count, count),
    ...wrong('kept', state.kept, inTrash),
    ...wrong('keptCount', state.keptCount, keptCount),
    ...wrong('history', state.history, history),
    ...[...kinds].flatMap((kind) => wrong(kind, state.byKind[kind] ?? 0, byKind[kind] ?? 0)),
  ];
}

export function wrongReserved(
  reservations: readonly Reservation[],
  { reserved }: { reserved: number },
): Problem[] {
  const kept = reservations.reduce((sum, { bytes }) => sum + bytes, 0);
  return kept === reserved
    ? []
    : [{ rule: 'reserved', message: `reserved is kept as ${reserved}, the reservations hold ${kept}.` }];
}

export function wrongDepth(folders: ReadonlyMap<ElementId, ElementId>, bound: number | undefined): Problem[] {
  let depth = 0;
  for (const each of depthsOf(folders).values()) depth = Math.max(depth, each);
  return bound === undefined || depth <= bound
    ? []
    : [
        {
          rule: 'counters',
          message: `the depth is kept as at most ${bound}, folders stand ${depth} levels deep.`,
        },
      ];
}

/** 1 at the top; not finite for folders that don't reach the root. */
function depthsOf(folders: ReadonlyMap<ElementId, ElementId>): Map<ElementId, number> {
  const depths = new Map<ElementId, number>([[ROOT_ID, 0]]);
  for (const start of folders.keys()) {
    const way: ElementId[] = [];
    let at: ElementId | undefined = start;
    while (at !== undefined && !depths.has(at)) {
      // Coming here again means a cycle.
      depths.set(at, -Infinity);
      way.push(at);
      at = folders.get(at);
    }
    let depth = (at === undefined ? undefined : depths.get(at)) ?? -Infinity;
    for (const id of way.toReversed()) depths.set(id, (depth += 1));
  }
  return depths;
}
