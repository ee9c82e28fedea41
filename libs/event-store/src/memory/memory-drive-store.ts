import type { DriveId, OpId } from '@skyshelf/contracts';
import type { ProducerQueue } from '@skyshelf/jobs';
import { emptyTotals, rebuiltTotals, totalsRule } from '../commands/drive-totals.js';
import type {
  DocumentSource,
  DriveStorage,
  DriveTransaction,
  DriveView,
  EventRecord,
  RebuildRequest,
  SideDocument,
  SurveySource,
} from '../drive-storage.js';
import { applyToRows } from '../model-text.js';
import type {
  DomainEvent,
  DrivePage,
  DriveStore,
  PageOptions,
  Projection,
  Row,
  Totals,
  Where,
} from '../port.js';
import { MemoryDrive } from './memory-drive.js';
import { StoredDrives } from '../drive-store.js';
import { rulesOf, type StoreOptions } from '../store-options.js';
import { parentOf } from '../commands/walk.js';
import { conditionsOf, matches } from '../rows/conditions.js';

/** Copies, as a database would. */
const memorySource = <T extends { id: string }>(
  documents: () => ReadonlyMap<string, T>,
): DocumentSource<T> => ({
  get: async (ids) => ids.flatMap((id) => structuredClone(documents().get(id)) ?? []),
  find: async (where, { limit, after }) => {
    const conditions = conditionsOf(where);
    const found = [...documents().values()].filter(
      (each) => (after === undefined || each.id > after) && matches(each, conditions),
    );
    return structuredClone(found.toSorted((a, b) => (a.id < b.id ? -1 : 1)).slice(0, limit || undefined));
  },
});

const utf8Order = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

const memorySurveys = <R extends Row>(rows: () => ReadonlyMap<string, R>) => {
  const found = (where: Where<R>): R[] => {
    const conditions = conditionsOf(where);
    return [...rows().values()].filter((row) => matches(row, conditions));
  };
  return {
    count: async (where: Where<R>, limit = Infinity) => Math.min(limit, found(where).length),
    total: async (where: Where<R>, field: keyof R & string) => {
      const fulfilled = found(where);
      return { count: fulfilled.length, sum: fulfilled.reduce((sum, row) => sum + Number(row[field]), 0) };
    },
    page: async (where: Where<R>, { by, after, descending = false, limit }: PageOptions<R>) => {
      const turn = descending ? -1 : 1;
      const order = (a: string, b: string) => turn * utf8Order(a, b);
      // What lacks the field lies behind nothing.
      const behind = found(where).filter(
        (row) => after === undefined || (typeof row[by] === 'string' && order(row[by], after) > 0),
      );
      const sorted = behind.toSorted((a, b) => order(String(a[by]), String(b[by])));
      return structuredClone(sorted.slice(0, limit));
    },
    tally: async (where: Where<R>, field: keyof R & string, limit: number) => {
      const counts = new Map<string, number>();
      for (const row of found(where))
        for (const entry of row[field] as string[]) counts.set(entry, (counts.get(entry) ?? 0) + 1);
      return [...counts]
        .map(([entry, count]) => ({ entry, count }))
        .toSorted((a, b) => b.count - a.count || utf8Order(a.entry, b.entry))
        .slice(0, limit);
    },
  };
};

const memoryRows = <R extends Row>(rows: () => ReadonlyMap<string, R>): SurveySource<R> => ({
  ...memorySource(rows),
  ...memorySurveys(rows),
  chain: async (id, tree) => {
    const found: R[] = [];
    for (let next: string | null = id; next !== null && next !== tree.root && found.length < tree.maxDepth;) {
      const row: R | undefined = rows().get(next);
      if (!row) break;
      found.push(structuredClone(row));
      next = parentOf(tree, row);
    }
    return found;
  },
});

const expiredBefore = (document: SideDocument, moment: Date): boolean =>
  'expires' in document && document.expires instanceof Date && document.expires < moment;

export class MemoryStorage<E extends DomainEvent, R extends Row> implements DriveStorage<R> {
  private readonly all = new Map<DriveId, MemoryDrive<R>>();

  private readonly rule: Totals<E, object>;

  constructor(
    private readonly projection: Pick<Projection<E, R, object>, 'totals' | 'unique'>,
    private readonly jobs?: Pick<ProducerQueue<never>, 'enqueue'>,
  ) {
    this.rule = totalsRule(projection);
  }

  async transact<T>(
    id: DriveId,
    work: (transaction: DriveTransaction<R>) => Promise<{ value: T; commit: boolean }>,
  ): Promise<T> {
    const drive = this.drive(id);
    const { value, commit } = await work({
      ...this.viewOf(drive),
      operations: async (opIds) => opIds.flatMap((opId) => drive.operation(opId) ?? []),
      isInfrastructure: () => false,
      write: async (writes) => {
        if (writes.jobs.length > 0 && !this.jobs) throw new Error('This store has no jobs.');
        if (writes.records.length > 0) throw new Error('This store has no recorder.');
        drive.write(writes);
        await this.jobs?.enqueue(writes.jobs);
      },
    });
    if (commit) this.all.set(id, drive);
    return value;
  }

  isContested = () => false;
  view = async (drive: DriveId): Promise<DriveView<R>> => this.viewOf(this.drive(drive));

  /** A write replaces the maps, so those held here stay unchanged. */
  viewAtOnce = async (id: DriveId): Promise<DriveView<R> & { close(): Promise<void> }> => {
    const { rows, totals } = this.drive(id);
    return { ...this.viewOf(this.drive(id)), totals, rows: memoryRows(() => rows), close: async () => {} };
  };

  version = async (drive: DriveId): Promise<number> => this.drive(drive).totals.version;

  async events(drive: DriveId, after: number, limit: number): Promise<EventRecord[]> {
    return structuredClone(this.drive(drive).events.slice(after, after + limit));
  }

  async eventsOf(drive: DriveId, opIds: readonly OpId[]): Promise<EventRecord[]> {
    return structuredClone(this.drive(drive).events.filter(({ opId }) => opIds.includes(opId)));
  }

  async *eventPages(drive: DriveId, after: number): AsyncGenerator<EventRecord[]> {
    const all = await this.events(drive, after, Infinity);
    if (all.length > 0) yield all;
  }

  async drives(after: DriveId | null, limit: number): Promise<DrivePage<object>> {
    const sorted = [...this.all].toSorted(([a], [b]) => (a < b ? -1 : 1));
    const behind = after === null ? sorted : sorted.filter(([drive]) => drive > after);
    const drives = behind
      .slice(0, limit)
      .map(([drive, { totals }]) => ({ ...totals.own, drive, version: totals.version }));
    return { drives, total: this.all.size };
  }

  async *drivesWith(name: string, moment?: Date): AsyncGenerator<DriveId> {
    for (const [id, drive] of this.all) {
      const documents = [...drive.side(name).values()];
      if (documents.some((document) => !moment || expiredBefore(document, moment))) yield id;
    }
  }

  async model(id: DriveId) {
    const { totals, rows } = this.drive(id);
    const sorted = [...rows.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
    return {
      totals,
      rows: (async function* () {
        yield* structuredClone(sorted);
      })(),
    };
  }

  rebuild({ drive: id, effectOf, alone }: RebuildRequest<R>): Promise<{ rows: number; version: number }> {
    return alone(async () => {
      const drive = this.drive(id);
      const rows = new Map<string, R>();
      let totals = emptyTotals(this.rule);
      for (const record of structuredClone(drive.events)) {
        const effect = effectOf(record);
        applyToRows(rows, effect.changes);
        totals = effect.add(totals);
      }
      Object.assign(drive, { rows, totals: rebuiltTotals(this.rule, drive.totals, totals) });
      return { rows: rows.size, version: totals.version };
    });
  }

  async prepare(): Promise<void> {}

  private drive(id: DriveId): MemoryDrive<R> {
    return this.all.get(id) ?? new MemoryDrive<R>(emptyTotals(this.rule), this.projection.unique);
  }

  private viewOf(drive: MemoryDrive<R>): DriveView<R> {
    return {
      totals: drive.totals,
      rows: memoryRows(() => drive.rows),
      side: (name) => memorySource(() => drive.side(name)),
    };
  }
}

/** Tests of a domain use it; it passes MongoDB's contract suite. */
export const createMemoryDriveStore = <
  E extends DomainEvent,
  R extends Row,
  N extends string = never,
  T extends object = object,
>(
  options: StoreOptions<E, R, N, T> & { jobs?: Pick<ProducerQueue<never>, 'enqueue'> },
): DriveStore<E, R, N, T> =>
  new StoredDrives(rulesOf(options), new MemoryStorage<E, R>(options.projection, options.jobs), options);
