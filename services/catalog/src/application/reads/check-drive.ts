import type { DriveId, CounterDelta, ElementId } from '@skyshelf/contracts';
import { type ModelDifference, PartedRecords } from '@skyshelf/event-store';
import type { PurgeProcess, RewindProcess } from '../../domain/long-process.js';
import { detachedPrefix } from '../../domain/rewind/past.js';
import type { Reservation } from '../../domain/drive-room.js';
import type { Catalog } from '../catalog.js';
import { replayShares, wrongShares } from '../shares/replay-shares.js';
import type { StoredShare } from '../shares/share-deps.js';
import { isTrashItem, type TrashItem } from '../../domain/trash.js';
import { countersWithout, TrashSums, wrongRoom } from './trash-problems.js';
import {
  type Counters,
  wrongCounters,
  wrongReserved,
  type Problem,
  lostRows,
  sameNames,
  wrongDepth,
  wrongWords,
} from './row-problems.js';
import { isVersion } from '../../domain/versions.js';
import { HistoryCheck } from './history-problems.js';
import type { CatalogRow } from '../../domain/catalog-row.js';
import { growth } from '../../domain/decision.js';

export type { Problem };

const tries = 5;

/** The rules of docs/architecture.md. Keeps the tree of folders in memory. */
export async function checkDrive(catalog: Pick<Catalog, 'store'>, drive: DriveId): Promise<Problem[]> {
  for (let attempt = 1; ; attempt += 1) {
    const version = await catalog.store.version(drive);
    const problems = await problemsOf(catalog, drive);
    // Reads during a write come from several moments and prove nothing.
    const moved = (await catalog.store.version(drive)) !== version;
    if (problems.length === 0 || !moved || attempt === tries) return problems;
  }
}

async function problemsOf(catalog: Pick<Catalog, 'store'>, drive: DriveId): Promise<Problem[]> {
  const { store } = catalog;
  const survey = new DriveSurvey();
  try {
    for await (const page of rowPages(catalog, drive)) await survey.see(page);
    const reader = await store.reader(drive);
    const purges = await reader.side<PurgeProcess>('processes').find({ kind: 'purge' });
    const limbos = new Set(purges.flatMap(({ roots }) => roots.map(({ limboId }) => limboId)));
    for (const { id, undoes } of await reader.side<RewindProcess>('processes').find({ kind: 'rewind' }))
      for (const each of undoes === null ? [id] : [id, undoes])
        for (const row of await reader.find({ parentId: { prefix: detachedPrefix(each) } }))
          limbos.add(row.parentId);
    const reservations = await reader.side<Reservation>('reservations').find({});
    const difference = await store.difference(drive);
    return [
      ...(difference ? [{ rule: 'live-equals-replay' as const, message: inWords(difference) }] : []),
      ...(await survey.problems(limbos)),
      ...wrongCounters(survey.counters, reader.state()),
      ...wrongRoom(reader.state()),
      ...survey.depthProblems(reader.state().bounds.depth),
      ...wrongReserved(reservations, reader.state()),
      ...(await shareProblems(catalog, drive, survey)),
    ];
  } finally {
    await survey.close();
  }
}

/** The stream is read only where something is shown: an element says by how many links. */
async function shareProblems(
  { store }: Pick<Catalog, 'store'>,
  drive: DriveId,
  survey: DriveSurvey,
): Promise<Problem[]> {
  const kept = await (await store.reader(drive)).side<StoredShare>('shares').find({});
  if (kept.length === 0 && !survey.hasShared) return [];
  return wrongShares(kept, await replayShares(store, drive));
}

const SHOWN = 200;

const inWords = ({ kept, replayed }: ModelDifference): string =>
  `The read model differs from the stream: kept ${kept?.slice(0, SHOWN) ?? 'nothing'}, replayed ${replayed?.slice(0, SHOWN) ?? 'nothing'}.`;

type PlacedRow = Pick<CatalogRow, 'id' | 'parentId' | 'class' | 'nameKey' | 'name' | 'kind' | 'size'>;

/** Keeps sums and the folder tree in memory, the rest on disk. */
class DriveSurvey {
  readonly counted: CounterDelta = { used: 0, count: 0, byKind: {} };
  private readonly folders = new Map<ElementId, ElementId>();
  private readonly placed = new PartedRecords<PlacedRow>();
  private readonly words: Problem[] = [];
  private readonly items = new Map<ElementId, TrashItem>();
  hasShared = false;
  private readonly histories = new HistoryCheck();

  async see(rows: readonly CatalogRow[]): Promise<void> {
    this.words.push(...wrongWords(rows));
    this.count(growth(rows));
    for (const row of rows) {
      if (row.class === 'folder') this.folders.set(row.id, row.parentId);
      this.hasShared ||= Boolean(row.shared);
      if (isTrashItem(row)) this.items.set(row.id, row);
      this.histories.see(row);
      if (isVersion(row)) continue;
      const { id, parentId, nameKey, name, kind, size } = row;
      const about = { id, parentId, nameKey, name, kind, size };
      await this.placed.add(`${parentId} ${nameKey}`, { ...about, class: row.class });
    }
  }

  async problems(limbos: ReadonlySet<ElementId>): Promise<Problem[]> {
    const names: Problem[] = [];
    const lost: Problem[] = [];
    const all = new Set([...limbos, ...[...this.items.values()].map(({ parentId }) => parentId)]);
    const sums = new TrashSums(this.items, this.folders);
    for (let part = 0; part < PartedRecords.parts; part += 1) {
      const rows = await Array.fromAsync(this.placed.part(part));
      names.push(...sameNames(rows));
      lost.push(...lostRows(rows, this.folders, all));
      sums.add(rows);
    }
    return [...names, ...lost, ...this.words, ...sums.problems(), ...this.histories.problems()];
  }

  /** The drive's counters leave out what is counted in the trash, and earlier versions. */
  get counters(): Counters {
    return countersWithout(this.counted, [...this.items.values()], this.histories.kept);
  }

  depthProblems = (bound: number | undefined): Problem[] => wrongDepth(this.folders, bound);

  close = (): Promise<void> => this.placed.close();

  private count({ used, count, byKind }: CounterDelta): void {
    const { counted } = this;
    counted.used += used;
    counted.count += count;
    const kinds: Record<string, number> = counted.byKind;
    for (const [kind, bytes] of Object.entries(byKind)) kinds[kind] = (kinds[kind] ?? 0) + bytes;
  }
}

const page = 1000;

/** In limbo too, ordered by id. */
async function* rowPages({ store }: Pick<Catalog, 'store'>, drive: DriveId): AsyncGenerator<CatalogRow[]> {
  const reader = await store.reader(drive);
  for (let last: string | undefined; ;) {
    const rows = await reader.find({}, { limit: page, ...(last && { after: last }) });
    yield rows;
    if (rows.length < page) return;
    last = rows.at(-1)?.id;
  }
}

export const readAllRows = async (catalog: Pick<Catalog, 'store'>, drive: DriveId): Promise<CatalogRow[]> =>
  (await Array.fromAsync(rowPages(catalog, drive))).flat();
