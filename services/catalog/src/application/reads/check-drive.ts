import { limits, ROOT_ID, type DriveId, type ElementId } from '@skyshelf/contracts';
import type { ModelDifference } from '@skyshelf/event-store';
import type { CatalogRow } from '../../domain/catalog-row.js';
import { growth } from '../../domain/counter-delta.js';
import type { PurgeProcess } from '../../domain/long-process.js';
import type { Reservation } from '../../domain/reservation.js';
import { wordsOf } from '../../domain/search-words.js';
import { sameTags } from '../../domain/tags.js';
import type { Catalog } from '../catalog.js';
import { readAllRows } from './read-all-rows.js';

/** A rule that does not hold, in words for the operator. */
export interface Problem {
  rule: 'live-equals-replay' | 'unique-names' | 'reaches-root' | 'counters' | 'reserved' | 'words';
  message: string;
}

/** How often a drive that is written to meanwhile is looked at again. */
const tries = 5;

/** The rules of docs/architecture.md that one drive can be checked by. Takes all its rows into memory. */
export async function checkDrive(catalog: Catalog, drive: DriveId): Promise<Problem[]> {
  for (let attempt = 1; ; attempt += 1) {
    const version = await catalog.store.version(drive);
    const problems = await problemsOf(catalog, drive);
    // What is read while somebody writes comes from several moments and proves nothing.
    const moved = (await catalog.store.version(drive)) !== version;
    if (problems.length === 0 || !moved || attempt === tries) return problems;
  }
}

async function problemsOf(catalog: Catalog, drive: DriveId): Promise<Problem[]> {
  const { store } = catalog;
  const rows = await readAllRows(catalog, drive);
  const reader = await store.reader(drive);
  const limbos = (await reader.side<PurgeProcess>('processes').find({ kind: 'purge' })).flatMap(({ roots }) =>
    roots.map(({ limboId }) => limboId),
  );
  const reservations = await reader.side<Reservation>('reservations').find({});
  const difference = await store.difference(drive);
  return [
    ...(difference ? [{ rule: 'live-equals-replay' as const, message: inWords(difference) }] : []),
    ...sameNames(rows),
    ...lostRows(rows, new Set(limbos)),
    ...wrongWords(rows),
    ...wrongCounters(rows, reader.state()),
    ...wrongReserved(reservations, reader.state()),
  ];
}

export function sameNames(rows: readonly CatalogRow[]): Problem[] {
  const seen = new Map<string, CatalogRow>();
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

/** Every element arrives at the root, or at a limbo that a process will empty. */
export function lostRows(rows: readonly CatalogRow[], limbos: ReadonlySet<ElementId>): Problem[] {
  const folders = new Map(rows.filter((row) => row.class === 'folder').map((row) => [row.id, row.parentId]));
  const arrives = (row: CatalogRow): boolean => {
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

/** What an element is found by follows its name and tags. */
export const wrongWords = (rows: readonly CatalogRow[]): Problem[] =>
  rows
    .filter(({ name, tags, words }) => !sameTags(words, wordsOf(name, tags)))
    .map(({ id, name }) => ({
      rule: 'words',
      message: `"${name}" (${id}) is found by the words of another name.`,
    }));

interface Counters {
  used: number;
  count: number;
  byKind: Readonly<Record<string, number>>;
}

export function wrongCounters(rows: readonly CatalogRow[], state: Counters): Problem[] {
  const { used, count, byKind } = growth(rows);
  const wrong = (what: string, kept: number, counted: number): Problem[] =>
    kept === counted
      ? []
      : [{ rule: 'counters', message: `${what} is kept as ${kept}, counted are ${counted}.` }];
  const kinds = new Set([...Object.keys(byKind), ...Object.keys(state.byKind)]);
  return [
    ...wrong('used', state.used, used),
    ...wrong('count', state.count, count),
    ...[...kinds].flatMap((kind) =>
      wrong(kind, state.byKind[kind] ?? 0, (byKind as Record<string, number>)[kind] ?? 0),
    ),
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

const SHOWN = 200;

const inWords = ({ kept, replayed }: ModelDifference): string =>
  `The read model differs from the stream: kept ${kept?.slice(0, SHOWN) ?? 'nothing'}, replayed ${replayed?.slice(0, SHOWN) ?? 'nothing'}.`;
