import { DomainError, type DriveId } from '@skyshelf/contracts';
import {
  daysMs,
  decideCountTrash,
  deletedAt,
  isTrashItem,
  trashKey,
  type CountedItem,
  type TrashItem,
  type TrashWork,
} from '../../domain/trash.js';
import type { CatalogRow } from '../../domain/catalog-row.js';
import { ownOrigin, type Catalog } from '../catalog.js';
import { type ChunkPace, fullChunks } from '../processes/chunk-pace.js';
import { makeRoom } from './make-room.js';
import { portionsOfTrash, purgeTrashPortion } from './purge-portions.js';
import { measureTrash, readTrashRows, readTrashWork, trashItems } from './trash-rows.js';
import { thinVersions } from './thin-versions.js';
import { readTrashDays } from './trash-settings.js';
import { ownOpId } from './trash-work.js';

type Of<Kind extends TrashWork['kind']> = Extract<TrashWork, { kind: Kind }>;

/** Does what waits in a drive's trash. Two at once do no harm; what is broken off is done again. */
export async function tendTrash(
  catalog: Catalog,
  drive: DriveId,
  pace: ChunkPace,
  signal: AbortSignal,
): Promise<void> {
  const work = await readTrashWork(await catalog.store.reader(drive));
  for (const each of work) {
    signal.throwIfAborted();
    if (each.kind === 'count') await countTrash(catalog, drive, each, signal);
    if (each.kind === 'purge') await purge(catalog, drive, each, pace, signal);
    if (each.kind === 'thin' && each.expires <= catalog.clock.now())
      await thinVersions(catalog, drive, signal);
    if (each.kind === 'due' && each.expires <= catalog.clock.now()) {
      await countRest(catalog, drive, work, signal);
      await purgeOver(catalog, drive, pace, signal);
    }
  }
  await makeRoom(catalog, drive, { bytes: 0, count: 0 });
}

async function countTrash(
  catalog: Catalog,
  drive: DriveId,
  { id, roots }: Of<'count'>,
  signal: AbortSignal,
): Promise<void> {
  for (let again = true; again;) {
    signal.throwIfAborted();
    const counted: CountedItem[] = [];
    const items = await (await catalog.store.reader(drive)).find({ id: { in: roots } });
    for (const item of items) {
      if (!isTrashItem(item) || item.kept) continue;
      const sum = await measureTrash(catalog, drive, item, () => signal.aborted);
      counted.push({ item, rev: item.rev, sum });
    }
    signal.throwIfAborted();
    ({ again } = await catalog.store.withDrive(
      drive,
      ownOpId(catalog, 'count-trash'),
      {
        name: 'count-trash',
        payload: { work: id },
        read: async (reader) => {
          const rows = await reader.find({
            id: { in: counted.map(({ item }) => item?.id ?? 'root') } as never,
          });
          const found = new Map(rows.map((row) => [row.id, row]));
          return counted.map((each) => ({ ...each, item: (each.item && found.get(each.item.id)) ?? null }));
        },
        decide: decideCountTrash,
        alongside: async (side, { answer }) => {
          if (!answer.again) await side.remove('trash', id);
        },
      },
      ownOrigin(false),
    ));
  }
}

/** Counts elements whose count was lost, as in a drive that was restored. */
async function countRest(
  catalog: Catalog,
  drive: DriveId,
  work: readonly TrashWork[],
  signal: AbortSignal,
): Promise<void> {
  const known = new Set(work.flatMap((each) => (each.kind === 'count' ? each.roots : [])));
  for await (const items of trashItems(await catalog.store.reader(drive))) {
    const roots = items.flatMap(({ id, kept }) => (kept || known.has(id) ? [] : [id]));
    const rest = { id: 'rest', kind: 'count' as const, roots, expires: catalog.clock.now() };
    if (roots.length > 0) await countTrash(catalog, drive, rest, signal);
  }
}

async function* itemsOf(
  catalog: Catalog,
  drive: DriveId,
  { roots, before }: Pick<Of<'purge'>, 'roots' | 'before'>,
): AsyncGenerator<CatalogRow[]> {
  const survey = await catalog.store.reader(drive);
  if (before !== null) yield* trashItems(survey, before);
  else yield (await readTrashRows(survey, roots)).map(({ row }) => row);
}

async function purge(
  catalog: Catalog,
  drive: DriveId,
  work: Pick<Of<'purge'>, 'id' | 'roots' | 'before'>,
  pace: ChunkPace,
  signal: AbortSignal,
): Promise<void> {
  const most = () => pace.next();
  for await (const { ids } of portionsOfTrash(catalog, drive, itemsOf(catalog, drive, work), most)) {
    signal.throwIfAborted();
    const { removed, heldMs } = await purgeTrashPortion(catalog, drive, work.id, ids);
    pace.took(removed.length, heldMs);
  }
  await catalog.store.withDrive(
    drive,
    ownOpId(catalog, 'end-purge'),
    {
      name: 'end-purge-trash',
      payload: { work: work.id },
      read: async () => null,
      decide: () => ({ event: null, answer: null }),
      alongside: (side) => side.remove('trash', work.id),
    },
    ownOrigin(false),
  );
}

/** How long a command waits for that, in milliseconds. */
const PURGE_MS = 3_000;

/** Deletes at once what waits to be deleted forever inside deleted folders, as far as it goes quickly. */
export async function purgeInside(catalog: Catalog, drive: DriveId): Promise<void> {
  const reader = await catalog.store.reader(drive);
  const stopping = AbortSignal.timeout(PURGE_MS);
  for (const each of await readTrashWork(reader)) {
    if (each.kind !== 'purge' || each.before !== null) continue;
    const rows = await readTrashRows(reader, each.roots);
    if (rows.every(({ row, item }) => row.id === item.id)) continue;
    await purge(catalog, drive, each, fullChunks, stopping).catch((error: unknown) => {
      if (!stopping.aborted) throw error;
    });
  }
}

/** Stores when the next element is over its date, too. */
async function purgeOver(
  catalog: Catalog,
  drive: DriveId,
  pace: ChunkPace,
  signal: AbortSignal,
): Promise<void> {
  const days = await readTrashDays(await catalog.store.reader(drive), catalog.settings);
  const over = new Date(catalog.clock.now().getTime() - daysMs(days));
  await purge(catalog, drive, { id: 'over', roots: [], before: trashKey(over, '~') }, pace, signal);
  await catalog.store.withDrive(
    drive,
    ownOpId(catalog, 'next-due'),
    {
      name: 'next-due-trash',
      payload: {},
      read: async () => firstDue(catalog, drive, days),
      decide: () => ({ event: null, answer: null }),
      alongside: async (side, { slice: expires }) => {
        if (expires) await side.put<TrashWork>('trash', { id: 'due', kind: 'due', expires });
        else await side.remove('trash', 'due');
      },
    },
    ownOrigin(false),
  );
}

/** Read behind the drive's fence, so that no deletion comes in between. */
async function firstDue(catalog: Catalog, drive: DriveId, days: number): Promise<Date | null> {
  const survey = await catalog.store.reader(drive);
  const { value: items = [] } = await trashItems(survey).next();
  const [first] = items as TrashItem[];
  return first ? new Date(deletedAt(first.trashed).getTime() + daysMs(days)) : null;
}

/** All work of a drive ends when its account is closed. */
export const unlessClosed = <T>(tended: Promise<T>): Promise<T | void> =>
  tended.catch((error: unknown) => {
    if (!(error instanceof DomainError && error.code === 'drive.closed')) throw error;
  });
