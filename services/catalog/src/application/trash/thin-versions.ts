import type { DriveId, ElementId } from '@skyshelf/contracts';
import { decideDropVersions, type DropSlice } from '../../domain/drop-versions.js';
import { missingFor, type Growth } from '../../domain/drive-room.js';
import { thinnedOut } from '../../domain/thin-versions.js';
import { daysMs, type TrashWork } from '../../domain/trash.js';
import { isLabelled, isVersion, VERSIONS, type VersionRow } from '../../domain/versions.js';
import { ownOrigin, type Catalog, type CatalogSideWriter, type CatalogSurvey } from '../catalog.js';
import type { Reader } from '../slices/read-folder.js';
import { readVersions } from '../slices/read-replaced.js';
import { ownOpId } from './trash-work.js';

/** Whether the next thinning of the drive is planned. */
export interface Thinning {
  isPlanned: boolean;
}

/** There is nothing to thin out. */
export const unplanned: Thinning = { isPlanned: false };

const THINNING = 'thin';
const EVERY_MS = daysMs(1);

export const readThinning = async (reader: Pick<Reader, 'side'>): Promise<Thinning> => ({
  isPlanned: (await reader.side<TrashWork>('trash').get(THINNING)) !== null,
});

/** A command that makes a version plans this, so that the hourly look at drives finds it a day later. */
export async function thinLater(side: CatalogSideWriter, { isPlanned }: Thinning, now: Date): Promise<void> {
  if (!isPlanned) await planThinning(side, now);
}

const planThinning = (side: CatalogSideWriter, now: Date): Promise<void> =>
  side.put<TrashWork>('trash', {
    id: THINNING,
    kind: 'thin',
    expires: new Date(now.getTime() + EVERY_MS),
  });

const pageSize = 250;

/** The oldest first; those with a name come after all others, unless they are left out. */
export async function* versionPages(
  survey: CatalogSurvey,
  which: 'all' | 'unnamed' | 'named',
): AsyncGenerator<VersionRow[]> {
  for (let after = which === 'named' ? '~' : ''; ;) {
    const rows = await survey.page(
      { parentId: VERSIONS, class: 'item' },
      { by: 'nameKey', after, limit: pageSize },
    );
    const versions = rows.filter(isVersion).filter((row) => which !== 'unnamed' || !isLabelled(row));
    if (versions.length > 0) yield versions;
    if (rows.length < pageSize || versions.length < rows.length) return;
    after = rows.at(-1)?.nameKey ?? '';
  }
}

/** Thins out the histories of a drive, file by file, and plans the next time. */
export async function thinVersions(catalog: Catalog, drive: DriveId, signal: AbortSignal): Promise<void> {
  const seen = new Set<ElementId>();
  let left = 0;
  for await (const page of versionPages(await catalog.store.reader(drive), 'all')) {
    const files = [...new Set(page.map(({ versionOf }) => versionOf))].filter((id) => !seen.has(id));
    for (const id of files) {
      signal.throwIfAborted();
      seen.add(id);
      left += await thinFile(catalog, drive, id);
    }
  }
  await catalog.store.withDrive(
    drive,
    ownOpId(catalog, 'next-thinning'),
    {
      name: 'next-thinning',
      payload: {},
      read: async () => null,
      decide: () => ({ event: null, answer: null }),
      alongside: (side) =>
        left > 0 ? planThinning(side, catalog.clock.now()) : side.remove('trash', THINNING),
    },
    ownOrigin(false),
  );
}

/** @returns how many versions it has left */
async function thinFile(catalog: Catalog, drive: DriveId, id: ElementId): Promise<number> {
  const reader = await catalog.store.reader(drive);
  const rows = await readVersions(reader, await reader.find({ id: { in: [id] } }));
  const over = overIn(rows, catalog.clock.now());
  if (over.length === 0) return rows.length;
  const { dropped } = await drop(catalog, drive, over, null);
  return rows.length - dropped;
}

const overIn = (rows: readonly VersionRow[], now: Date): VersionRow[] =>
  thinnedOut(
    rows.map((row) => ({ row, since: row.born, isNamed: isLabelled(row) })),
    now,
  ).map(({ row }) => row);

/**
 * Drops the oldest versions until no more is missing.
 * @returns what has gone
 */
export async function dropForRoom(
  catalog: Catalog,
  drive: DriveId,
  growth: Growth,
  which: 'unnamed' | 'named',
): Promise<{ bytes: number; count: number; isEnough: boolean }> {
  const given = { bytes: 0, count: 0, isEnough: false };
  for await (const versions of versionPages(await catalog.store.reader(drive), which)) {
    const { dropped, bytes } = await drop(catalog, drive, versions, growth);
    given.bytes += bytes;
    given.count += dropped;
    const left = missingFor(await catalog.store.state(drive), growth);
    given.isEnough = left.bytes === 0 && left.count === 0;
    if (given.isEnough) return given;
  }
  return given;
}

/** Leaves out what has become current, got a name or gone by then. */
function drop(catalog: Catalog, drive: DriveId, versions: readonly VersionRow[], growth: Growth | null) {
  const keys = new Map(versions.map(({ id, nameKey }) => [id, nameKey]));
  return catalog.store.withDrive(
    drive,
    ownOpId(catalog, 'drop-versions'),
    {
      name: 'drop-old-versions',
      payload: {},
      read: async (reader): Promise<DropSlice> => {
        const found = (await reader.find({ id: { in: [...keys.keys()] } })).filter(isVersion);
        const rows = found
          .filter(({ id, nameKey }) => keys.get(id) === nameKey)
          .toSorted((a, b) => (a.nameKey < b.nameKey ? -1 : 1));
        const of = await reader.find({ id: { in: rows.map(({ versionOf }) => versionOf) } });
        const missing = growth && missingFor(reader.state(), growth);
        return { versions: rows, elements: new Map(of.map((row) => [row.id, row])), missing };
      },
      decide: decideDropVersions,
    },
    ownOrigin(growth !== null),
  );
}
