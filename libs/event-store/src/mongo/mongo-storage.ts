import { performance } from 'node:perf_hooks';
import { DomainError, type DriveId, type OpId } from '@skyshelf/contracts';
import type { FindOptions as MongoFindOptions } from 'mongodb';
import { totalsRule } from '../commands/drive-totals.js';
import type { DriveStorage, DriveView, EventRecord, QueueState, RebuildRequest } from '../drive-storage.js';
import type { DomainEvent, DrivePage, Row } from '../port.js';
import { chooseIndex, drivesPlan, sideOf } from './collections.js';
import { makeMissing } from './index-plan.js';
import { toRecord, eventPages, FIRST_GEN } from './documents.js';
import { isConflict, isDriveDuplicate, isTransient, meaningOf } from './failures.js';
import { durably } from './fenced-transaction.js';
import { currentGeneration } from './generation.js';
import { modelAtOnce, viewAtOnce, type DriveReadsOptions } from './drive-reads.js';
import { totalsOf } from './fence.js';
import { fencedAttempt, type Work, rememberedAttempt } from './attempts.js';
import { KnownDrives, type KnownDrive } from './known-drives.js';
import type { MongoStorageOptions } from './mongo-storage-options.js';
import { BatchDeadline } from './batch-deadline.js';
import { SharedCommits } from './shared-commits.js';
import { rebuildDrive } from './rebuild.js';
import { rowQueries } from './row-queries.js';
import { sideQueries } from './side-queries.js';
import type { WriteTarget } from './write-batches.js';

export const MAJORITY: MongoFindOptions = { readConcern: { level: 'majority' }, readPreference: 'primary' };

export class MongoStorage<E extends DomainEvent, R extends Row> implements DriveStorage<R> {
  private readonly known = new KnownDrives<R>();
  private readonly commits: SharedCommits<R>;
  private readonly reads: DriveReadsOptions;
  private readonly target: WriteTarget<R>;

  constructor(private readonly options: MongoStorageOptions<E, R>) {
    const { collections, runner, projection, jobs, recorder } = options;
    this.target = { collections, tree: projection.tree, jobs, recorder };
    this.commits = new SharedCommits(this.target, runner);
    this.reads = { collections, totals: totalsRule(projection), indexFor: chooseIndex(projection) };
  }

  isContested = (drive: DriveId) => this.known.isContested(drive);

  transact<T>(drive: DriveId, work: Work<R, T>, queue?: QueueState): Promise<T> {
    const deadline = new BatchDeadline(this.options.deadline, queue?.isCrowded, queue?.waitedMs);
    return deadline.limit(this.carryOut(drive, work, deadline));
  }

  private async carryOut<T>(drive: DriveId, work: Work<R, T>, deadline: BatchDeadline): Promise<T> {
    try {
      const known = this.known.take(drive);
      const { value, left } =
        (known && (await this.fromMemory(known, work))) ?? (await this.behindFence(drive, work, deadline));
      this.known.keep(left);
      return value;
    } catch (error) {
      if (isDriveDuplicate(error)) return this.afterDriveDuplicate(drive, work, deadline);
      throw meaningOf(error);
    }
  }

  async view(drive: DriveId): Promise<DriveView<R>> {
    const { collections } = this.options;
    const seen = performance.now();
    const document = await collections.drives.findOne({ _id: drive }, MAJORITY);
    const withDriveKey = currentGeneration(collections, drive, document?.gen ?? FIRST_GEN, seen);
    const rows = rowQueries<R>({
      elements: collections.elements,
      withDriveKey,
      read: MAJORITY,
      indexFor: this.reads.indexFor,
    });
    const known = document && this.known.rowsAt(document);
    return {
      totals: totalsOf(this.reads.totals, document),
      rows: known ? known.watched(rows, document.fence) : rows,
      side: (name) => sideQueries(sideOf(collections, name), drive, MAJORITY),
    };
  }

  viewAtOnce = (drive: DriveId) => viewAtOnce<R>(this.options.client, this.reads, drive);

  async version(drive: DriveId): Promise<number> {
    const document = await this.options.collections.drives.findOne(
      { _id: drive },
      { ...MAJORITY, projection: { version: 1 } },
    );
    return document?.version ?? 0;
  }

  async events(drive: DriveId, after: number, limit: number): Promise<EventRecord[]> {
    const { events } = this.options.collections;
    const found = await events
      .find({ drive, seq: { $gt: after } }, { ...MAJORITY, limit, batchSize: limit })
      .sort({ seq: 1 })
      .toArray();
    return found.map(toRecord);
  }

  async eventsOf(drive: DriveId, opIds: readonly OpId[]): Promise<EventRecord[]> {
    const { events } = this.options.collections;
    const found = await events.find({ drive, opId: { $in: [...opIds] } }, MAJORITY).toArray();
    return found.map(toRecord).toSorted((a, b) => a.version - b.version);
  }

  async *eventPages(drive: DriveId, after: number): AsyncGenerator<EventRecord[]> {
    const { events } = this.options.collections;
    for await (const page of eventPages(events, { drive, after }, MAJORITY)) yield page.map(toRecord);
  }

  async drives(after: DriveId | null, limit: number): Promise<DrivePage<object>> {
    const { drives } = this.options.collections;
    const filter = after === null ? {} : { _id: { $gt: after } };
    const options = { ...MAJORITY, limit, batchSize: limit };
    const [found, total] = await Promise.all([
      drives.find(filter, options).sort({ _id: 1 }).toArray(),
      drives.estimatedDocumentCount(),
    ]);
    return {
      drives: found.map((document) => {
        const { own, version } = totalsOf(this.reads.totals, document);
        return { ...own, drive: document._id, version };
      }),
      total,
    };
  }

  async *drivesWith(name: string, expiredBefore?: Date): AsyncGenerator<DriveId> {
    const filter = expiredBefore ? { expires: { $lt: expiredBefore } } : {};
    const found = sideOf(this.options.collections, name).aggregate<{ _id: DriveId }>(
      [{ $match: filter }, { $group: { _id: { $first: { $split: ['$_id', ':'] } } } }],
      MAJORITY,
    );
    for await (const { _id } of found) yield _id;
  }

  model = (drive: DriveId) => modelAtOnce<R>(this.options.client, this.reads, drive);

  rebuild = (request: RebuildRequest<R>) => rebuildDrive(this.options, request);

  async prepare(): Promise<void> {
    const { collections, projection } = this.options;
    await makeMissing(collections.drives.db, drivesPlan(projection, Object.keys(collections.sides)));
  }

  /** null when the cache is stale or empty. */
  private async fromMemory<T>(
    known: KnownDrive<R>,
    work: Work<R, T>,
  ): Promise<{ value: T; left: KnownDrive<R> } | null> {
    try {
      return await rememberedAttempt(this.reads, this.commits, known, work);
    } catch (error) {
      if (!isTransient(error)) throw error;
      if (isConflict(error)) this.known.contest(known.document._id);
      this.options.runner.retried(error);
      return null;
    }
  }

  private behindFence<T>(
    drive: DriveId,
    work: Work<R, T>,
    deadline: BatchDeadline,
  ): Promise<{ value: T; left: KnownDrive<R> }> {
    const { runner } = this.options;
    const retried = (error: unknown): void => {
      if (isConflict(error)) this.known.contest(drive);
      runner.retried(error);
    };
    return durably(
      { ...runner, retried },
      (session) => fencedAttempt({ ...this.reads, ...this.target, session }, drive, work),
      deadline,
    );
  }

  /** A drive's id is taken: just created by another process, or being deleted. */
  private async afterDriveDuplicate<T>(
    drive: DriveId,
    work: Work<R, T>,
    deadline: BatchDeadline,
  ): Promise<T> {
    const document = await this.options.collections.drives
      .findOne({ _id: drive }, MAJORITY)
      .catch((error: unknown) => {
        if (!isTransient(error)) throw error;
        return null; // The next attempt waits for the server.
      });
    if (document && document.state !== 'open') throw new DomainError('drive.closed');
    return this.carryOut(drive, work, deadline);
  }
}
