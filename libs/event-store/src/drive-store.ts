import { performance } from 'node:perf_hooks';
import { DomainError, type DriveId, type OpId } from '@skyshelf/contracts';
import type { Logger, Metrics } from '@skyshelf/telemetry';
import { runBatch } from './commands/batch.js';
import type { CommandEntry, Outcome } from './commands/command-entry.js';
import { viewReader } from './commands/row-reader.js';
import { driveState, effectOf, storedEvent, type StoreRules } from './commands/store-rules.js';
import { OperationExists, UniqueViolation, type DriveStorage } from './drive-storage.js';
import { modelText, replayModel } from './model-text.js';
import type { Command, CommandOrigin, DomainEvent, DriveStore, Row } from './port.js';
import { DriveQueues } from './queue/drive-queues.js';
import { payloadHash } from './rows/canonical-text.js';
import { createStoreMetrics, outcomeLabel, type StoreMetrics } from './store-metrics.js';

/** Commands that may wait at one drive: at 300 a second the last of them waits under a second. */
export const QUEUE_LIMIT = 256;

export interface DriveStoreOptions {
  logger?: Pick<Logger, 'error' | 'warn'> | undefined;
  metrics?: Metrics | undefined;
  /** Commands that may wait at one drive, default 256. */
  queueLimit?: number | undefined;
}

interface WaitingCommand<E extends DomainEvent, R extends Row> extends CommandEntry<E, R> {
  kind: 'command';
  background: boolean;
  since: number;
  settle(outcome: Outcome): void;
}
interface WaitingJob {
  kind: 'job';
  background: true;
  run(): Promise<void>;
}

/** The drive store over any storage: queue, batches, answers. Rules and results are the same for all adapters. */
export class StoredDrives<E extends DomainEvent, R extends Row> implements DriveStore<E, R> {
  private readonly queues: DriveQueues<WaitingCommand<E, R> | WaitingJob>;
  private readonly listeners: ((drive: DriveId, version: number) => void)[] = [];
  private readonly metrics: StoreMetrics;
  private readonly logger: DriveStoreOptions['logger'];

  constructor(
    private readonly rules: StoreRules<E, R>,
    private readonly storage: DriveStorage<R>,
    options: DriveStoreOptions,
  ) {
    this.logger = options.logger;
    this.metrics = createStoreMetrics(options.metrics);
    this.queues = new DriveQueues(options.queueLimit ?? QUEUE_LIMIT, (drive, items) =>
      this.turn(drive as DriveId, items),
    );
  }

  async withDrive<S, A>(
    drive: DriveId,
    opId: OpId,
    command: Command<E, R, S, A>,
    origin: CommandOrigin,
  ): Promise<A> {
    const outcome = await new Promise<Outcome>((settle) => {
      const entry: WaitingCommand<E, R> = {
        opId,
        // Slice and answer stay within the command: what `read` gives is handed to its own `decide`, its answer to its own caller.
        command,
        hash: payloadHash(command.name, command.payload),
        origin,
        kind: 'command',
        background: origin.interactive === false,
        since: performance.now(),
        settle,
      };
      this.queues.add(drive, entry);
    });
    this.metrics.commands?.add({ command: command.name, outcome: outcomeLabel(outcome) });
    if (outcome.kind === 'refused') throw outcome.error;
    return outcome.answer as A;
  }

  async reader(drive: DriveId) {
    const view = await this.storage.view(drive);
    return viewReader(view, driveState(this.rules, view.totals));
  }

  async state(drive: DriveId) {
    return driveState(this.rules, (await this.storage.view(drive)).totals);
  }

  version = (drive: DriveId) => this.storage.version(drive);
  drives = () => this.storage.drives();
  drivesWith: DriveStore<E, R>['drivesWith'] = (name, expiredBefore) =>
    this.storage.drivesWith(name, expiredBefore);
  prepare = () => this.storage.prepare();
  close = () => this.queues.close();

  async events(drive: DriveId, after: number, limit: number) {
    const records = await this.storage.events(drive, after, limit);
    return records.map((record) => storedEvent(record, this.rules.parse));
  }

  onCommitted(listener: (drive: DriveId, version: number) => void): void {
    this.listeners.push(listener);
  }

  rebuild(drive: DriveId) {
    return this.storage.rebuild({
      drive,
      effectOf: (record) => effectOf(this.rules, record),
      alone: (job) => this.alone(drive, job),
    });
  }

  async dump(drive: DriveId): Promise<string> {
    const { totals, rows } = await this.storage.model(drive);
    return modelText(driveState(this.rules, totals), rows);
  }

  async replay(drive: DriveId): Promise<string> {
    const { totals, rows } = await replayModel(this.rules, (after, limit) =>
      this.storage.events(drive, after, limit),
    );
    return modelText(driveState(this.rules, totals), rows);
  }

  private alone<T>(drive: DriveId, job: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.queues.add(drive, { kind: 'job', background: true, run: () => job().then(resolve, reject) });
    });
  }

  private async turn(drive: DriveId, items: (WaitingCommand<E, R> | WaitingJob)[]): Promise<void> {
    for (const item of items) if (item.kind === 'job') await item.run();
    const entries = items.filter((item) => item.kind === 'command');
    if (entries.length === 0) return;
    const now = performance.now();
    for (const { since } of entries) this.metrics.queueWait?.observe({}, (now - since) / 1000);
    this.metrics.batchSize?.observe({}, entries.length);
    await this.settle(drive, entries, false);
  }

  /** One transaction for all; if that fails for a reason which belongs to one of them, one for each. */
  private async settle(drive: DriveId, entries: WaitingCommand<E, R>[], eager: boolean): Promise<void> {
    try {
      const { outcomes, version } = await this.storage.transact(drive, (transaction) =>
        runBatch(drive, transaction, this.rules, entries, eager),
      );
      for (const [index, outcome] of outcomes.entries()) entries[index]?.settle(outcome);
      if (version !== null) this.committed(drive, version);
    } catch (error) {
      if (error instanceof OperationExists && !eager) return this.settle(drive, entries, true);
      if (error instanceof DomainError || entries.length === 1) {
        for (const entry of entries) entry.settle({ kind: 'refused', error: refusalOf(error) });
        return;
      }
      for (const entry of entries) await this.settle(drive, [entry], eager);
    }
  }

  private committed(drive: DriveId, version: number): void {
    for (const listener of this.listeners) {
      try {
        listener(drive, version);
      } catch (error) {
        this.logger?.error({ err: error, drive }, 'A listener to commits failed.');
      }
    }
  }
}

const refusalOf = (error: unknown): unknown =>
  error instanceof UniqueViolation ? new DomainError('name.exists', { cause: error }) : error;
