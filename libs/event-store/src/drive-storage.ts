import type { DriveId, OpId } from '@skyshelf/contracts';
import type { JobRequest } from '@skyshelf/jobs';
import type { DriveTotals } from './commands/drive-totals.js';
import type { DrivePage, Row, RowSurvey, RowTree, Where } from './port.js';
import type { VersionedChange } from './rows/change-rows.js';

/** It is the outbox entry and the record of the operation. `data` is parsed by its reader. */
export interface EventRecord {
  id: string;
  drive: DriveId;
  version: number;
  epoch?: number;
  type: string;
  schema: number;
  data: object;
  opId: OpId;
  hash: string;
  answer: unknown;
  at: Date;
  actor: string | null;
  device?: string;
  trace: string | null;
}

export type SideDocument = { id: string };
export type SideWrite = { name: string; id: string; document: SideDocument | null };

export interface FindOptions {
  limit?: number | undefined;
  after?: string | undefined;
  /** Default: by id. */
  order?: 'any' | undefined;
}

export interface DocumentSource<T extends { id: string }> {
  get(ids: readonly string[]): Promise<T[]>;
  find(where: Where<T>, options: FindOptions): Promise<T[]>;
}

export interface RowSource<R extends Row> extends DocumentSource<R> {
  /** The order is undefined; the result is not much longer than the tree's depth. */
  chain(id: string, tree: RowTree<R>): Promise<R[]>;
}

export interface SurveySource<R extends Row>
  extends RowSource<R>, Pick<RowSurvey<R>, 'count' | 'total' | 'page' | 'tally'> {}

export interface BatchWrites<R extends Row> {
  before: DriveTotals;
  after: DriveTotals;
  events: EventRecord[];
  changes: VersionedChange<R>[];
  sides: SideWrite[];
  jobs: JobRequest[];
  records: object[];
}

/** One drive inside a fenced transaction. */
export interface DriveTransaction<R extends Row> {
  totals: DriveTotals;
  rows: RowSource<R>;
  side(name: string): DocumentSource<SideDocument>;
  operations(opIds: readonly OpId[]): Promise<Pick<EventRecord, 'opId' | 'hash' | 'answer'>[]>;
  /** It belongs to the transaction, not to the command it met. */
  isInfrastructure(error: unknown): boolean;
  write(writes: BatchWrites<R>): Promise<void>;
}

/** Totals are of one moment, documents of the latest. */
export interface DriveView<R extends Row> {
  totals: DriveTotals;
  rows: SurveySource<R>;
  side(name: string): DocumentSource<SideDocument>;
}

export class UniqueViolation extends Error {
  override name = 'UniqueViolation';
}
export class OperationExists extends Error {
  override name = 'OperationExists';
}

export interface RebuildRequest<R extends Row> {
  drive: DriveId;
  effectOf(record: EventRecord): { changes: VersionedChange<R>[]; add(totals: DriveTotals): DriveTotals };
  alone<T>(job: () => Promise<T>): Promise<T>;
}

export interface QueueState {
  isCrowded(): boolean;
  /** Milliseconds the batch's first command has waited. */
  waitedMs: number;
}

/** The rules above it are the same for all databases. */
export interface DriveStorage<R extends Row> {
  /**
   * Runs `work` in a durable transaction under the drive's fence, creating the drive on first use; retried on
   * conflicts. `commit: false` stores nothing.
   * @throws DomainError `drive.busy`, `drive.closed`; UniqueViolation; OperationExists
   */
  transact<T>(
    drive: DriveId,
    work: (transaction: DriveTransaction<R>) => Promise<{ value: T; commit: boolean }>,
    queue?: QueueState,
  ): Promise<T>;
  isContested(drive: DriveId): boolean;
  view(drive: DriveId): Promise<DriveView<R>>;
  /** Documents are of one moment, too. The caller closes the view. */
  viewAtOnce(drive: DriveId): Promise<DriveView<R> & { close(): Promise<void> }>;
  version(drive: DriveId): Promise<number>;
  events(drive: DriveId, after: number, limit: number): Promise<EventRecord[]>;
  eventsOf(drive: DriveId, opIds: readonly OpId[]): Promise<EventRecord[]>;
  /** No page is empty. */
  eventPages(drive: DriveId, after: number): AsyncIterable<EventRecord[]>;
  drives(after: DriveId | null, limit: number): Promise<DrivePage<object>>;
  drivesWith(name: string, expiredBefore?: Date): AsyncIterable<DriveId>;
  /** The model is of one moment, with rows ordered by id. */
  model(drive: DriveId): Promise<{ totals: DriveTotals; rows: AsyncIterable<R> }>;
  rebuild(request: RebuildRequest<R>): Promise<{ rows: number; version: number }>;
  prepare(): Promise<void>;
}
