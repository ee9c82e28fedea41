import type { DriveId, OpId } from '@skyshelf/contracts';
import type { JobRequest } from '@skyshelf/jobs';
import type { DriveTotals } from './commands/drive-totals.js';
import type { DrivePage, Row, RowSurvey, RowTree, Where } from './port.js';
import type { VersionedChange } from './rows/change-rows.js';

/** An event with all that is kept next to it: outbox and record of the operation in one. `data` is parsed by its reader. */
export interface EventRecord {
  id: string;
  drive: DriveId;
  version: number;
  type: string;
  schema: number;
  data: object;
  opId: OpId;
  hash: string;
  answer: unknown;
  at: Date;
  actor: string | null;
  trace: string | null;
}

export type SideDocument = { id: string };
export type SideWrite = { name: string; id: string; document: SideDocument | null };

export interface FindOptions {
  limit?: number | undefined;
  after?: string | undefined;
  /** Absent: by id. */
  order?: 'any' | undefined;
}

/** Documents of one drive. `find` answers in the order of their ids, unless any order will do. */
export interface DocumentSource<T extends { id: string }> {
  get(ids: readonly string[]): Promise<T[]>;
  find(where: Where<T>, options: FindOptions): Promise<T[]>;
}

export interface RowSource<R extends Row> extends DocumentSource<R> {
  /** The rows from `id` upwards, as far as they go, but not far beyond the tree's depth; in any order. */
  chain(id: string, tree: RowTree<R>): Promise<R[]>;
}

/** Rows outside a command: also what no command asks for. */
export interface SurveySource<R extends Row>
  extends RowSource<R>, Pick<RowSurvey<R>, 'count' | 'total' | 'page' | 'tally'> {}

/** What a batch of commands leaves behind, all or nothing. */
export interface BatchWrites<R extends Row> {
  before: DriveTotals;
  after: DriveTotals;
  events: EventRecord[];
  changes: VersionedChange<R>[];
  sides: SideWrite[];
  jobs: JobRequest[];
  records: object[];
}

/** One drive inside one fenced transaction, as an adapter offers it to the commands. */
export interface DriveTransaction<R extends Row> {
  totals: DriveTotals;
  rows: RowSource<R>;
  side(name: string): DocumentSource<SideDocument>;
  /** The stored operations among these. */
  operations(opIds: readonly OpId[]): Promise<Pick<EventRecord, 'opId' | 'hash' | 'answer'>[]>;
  /** True for an error of the surroundings, which belongs to the transaction and not to the command it met. */
  isInfrastructure(error: unknown): boolean;
  write(writes: BatchWrites<R>): Promise<void>;
}

/** A drive outside a transaction: the totals of one moment, documents of the latest. */
export interface DriveView<R extends Row> {
  totals: DriveTotals;
  rows: SurveySource<R>;
  side(name: string): DocumentSource<SideDocument>;
}

/** How an adapter reports that two commands collide. */
export class UniqueViolation extends Error {
  override name = 'UniqueViolation';
}
export class OperationExists extends Error {
  override name = 'OperationExists';
}

export interface RebuildRequest<R extends Row> {
  drive: DriveId;
  /** The pure part: what a stored event does. */
  effectOf(record: EventRecord): { changes: VersionedChange<R>[]; add(totals: DriveTotals): DriveTotals };
  /** Runs a job alone in the drive's queue. */
  alone<T>(job: () => Promise<T>): Promise<T>;
}

/** What stands behind a batch of commands: decides for how long it is tried. */
export interface QueueState {
  /** Whether so many commands wait for this drive now that they had better be refused soon. */
  isCrowded(): boolean;
  /** How long the first of the batch has waited, milliseconds. */
  waitedMs: number;
}

/** What a database must be able to do for a drive store; the rules live above it and are the same for all. */
export interface DriveStorage<R extends Row> {
  /**
   * Runs `work` in a durable transaction under the drive's fence, making the drive on first use; again when it meets another's transaction.
   * Returns what `work` answered once it is on disk; with `commit: false` nothing is kept.
   * @throws DomainError `drive.busy`, `drive.closed`; UniqueViolation; OperationExists
   */
  transact<T>(
    drive: DriveId,
    work: (transaction: DriveTransaction<R>) => Promise<{ value: T; commit: boolean }>,
    queue?: QueueState,
  ): Promise<T>;
  view(drive: DriveId): Promise<DriveView<R>>;
  /** Documents of one moment too. To be closed. */
  viewAtOnce(drive: DriveId): Promise<DriveView<R> & { close(): Promise<void> }>;
  version(drive: DriveId): Promise<number>;
  events(drive: DriveId, after: number, limit: number): Promise<EventRecord[]>;
  eventsOf(drive: DriveId, opIds: readonly OpId[]): Promise<EventRecord[]>;
  /** All behind a version, in pages that are small enough for any memory; none is empty. */
  eventPages(drive: DriveId, after: number): AsyncIterable<EventRecord[]>;
  drives(after: DriveId | null, limit: number): Promise<DrivePage<object>>;
  drivesWith(name: string, expiredBefore?: Date): AsyncIterable<DriveId>;
  /** Totals and all rows of one and the same moment, rows in the order of their ids. */
  model(drive: DriveId): Promise<{ totals: DriveTotals; rows: AsyncIterable<R> }>;
  rebuild(request: RebuildRequest<R>): Promise<{ rows: number; version: number }>;
  prepare(): Promise<void>;
}
