import { performance } from 'node:perf_hooks';
import type { Context } from '@opentelemetry/api';
import { DomainError, type DriveId, type OpId } from '@skyshelf/contracts';
import { declareSpan, type Logger, type Metrics } from '@skyshelf/telemetry';
import { runBatch } from './commands/batch.js';
import { type CommandEntry, type Outcome, observed } from './observed-commands.js';
import type { DriveTotals } from './commands/drive-totals.js';
import { viewReader } from './commands/row-reader.js';
import { driveState, effectOf, storedEvent, type StoreRules } from './commands/store-rules.js';
import { OperationExists, UniqueViolation, type DriveStorage, type DriveView } from './drive-storage.js';
import { modelDifference } from './difference/model-difference.js';
import { modelText, replayModel } from './model-text.js';
import type {
  Command,
  CommandOrigin,
  CommittedEvent,
  DomainEvent,
  DrivePage,
  DriveState,
  DriveStore,
  ModelDifference,
  Row,
  RowSurvey,
} from './port.js';
import { MAX_BATCH, DriveQueues } from './queue/drive-queues.js';
import { payloadHash } from './rows/canonical-text.js';
import { createStoreMetrics, type StoreMetrics } from './store-metrics.js';

/** The last command waits less than a second at 300 a second. */
export const QUEUE_LIMIT = 256;

/** The caller has given up by then. */
const QUEUE_TIMEOUT_MS = 10_000;

/** With more behind it, a command isn't tried for long. */
const SHORT_QUEUE = MAX_BATCH;

const transactionSpan = declareSpan({
  name: 'drive transaction',
  kind: 'internal',
  scope: '@skyshelf/event-store',
  help: 'Reading, deciding and committing the commands of a drive that waited together.',
  parent: 'the first of these commands; linked to the others',
  attributes: { 'skyshelf.drive': 'the drive', 'skyshelf.commands': 'how many commands share it' },
});

export interface DriveStoreOptions {
  logger?: Pick<Logger, 'error' | 'warn'> | undefined;
  metrics?: Metrics | undefined;
  /** Default: 256. */
  queueLimit?: number | undefined;
}

interface WaitingCommand<E extends DomainEvent, R extends Row> extends CommandEntry<E, R> {
  kind: 'command';
  background: boolean;
  since: number;
  context: Context;
  settle(outcome: Outcome): void;
}
interface WaitingJob {
  kind: 'job';
  background: true;
  run(): Promise<void>;
}

export class StoredDrives<
  E extends DomainEvent,
  R extends Row,
  N extends string,
  T extends object,
> implements DriveStore<E, R, N, T> {
  readonly sides: readonly N[];
  private readonly queues: DriveQueues<WaitingCommand<E, R> | WaitingJob>;
  private readonly listeners: Parameters<DriveStore<E, R, N, T>['onCommitted']>[0][] = [];
  private readonly metrics: StoreMetrics;
  private readonly logger: DriveStoreOptions['logger'];

  constructor(
    private readonly rules: StoreRules<E, R>,
    private readonly storage: DriveStorage<R>,
    options: DriveStoreOptions & { sides?: readonly N[] | undefined },
  ) {
    this.sides = options.sides ?? [];
    this.logger = options.logger;
    this.metrics = createStoreMetrics(options.metrics, () => this.queues.waiting);
    this.queues = new DriveQueues(options.queueLimit ?? QUEUE_LIMIT, (drive, items) =>
      this.turn(drive as DriveId, items),
    );
  }

  async withDrive<S, A>(
    drive: DriveId,
    opId: OpId,
    command: Command<E, R, S, A, N, T>,
    origin: CommandOrigin,
  ): Promise<A> {
    const { name, payload } = command;
    const background = origin.interactive === false;
    const outcome = await observed(this.metrics, drive, { name, origin }, (scope) => {
      // Slice and answer stay within the command, so their types may be erased.
      const entry = { opId, command, hash: payloadHash(name, payload), background, ...scope };
      return new Promise<Outcome>((settle) => {
        this.queues.add(drive, { ...entry, kind: 'command', since: performance.now(), settle });
      });
    });
    if (outcome.kind === 'refused') throw outcome.error;
    return outcome.answer as A;
  }

  async reader(drive: DriveId): Promise<RowSurvey<R, N, T>> {
    return this.readerOf(await this.storage.view(drive));
  }

  async readerAtOnce(drive: DriveId): Promise<{ reader: RowSurvey<R, N, T>; close(): Promise<void> }> {
    const { close, ...view } = await this.storage.viewAtOnce(drive);
    return { reader: this.readerOf(view), close };
  }

  async state(drive: DriveId): Promise<DriveState<T>> {
    return this.stateOf((await this.storage.view(drive)).totals);
  }

  isContested = (drive: DriveId) => this.storage.isContested(drive);
  version = (drive: DriveId) => this.storage.version(drive);
  epoch = () => this.rules.epoch();
  drives = (after: DriveId | null, limit: number) =>
    this.storage.drives(after, limit) as Promise<DrivePage<T>>;
  drivesWith: DriveStore<E, R, N, T>['drivesWith'] = (name, expiredBefore) =>
    this.storage.drivesWith(name, expiredBefore);
  prepare = () => this.storage.prepare();
  close = () => this.queues.close();

  async events(drive: DriveId, after: number, limit: number) {
    const records = await this.storage.events(drive, after, limit);
    return records.map((record) => storedEvent(record, this.rules.parse));
  }

  async eventsOf(drive: DriveId, opIds: readonly OpId[]) {
    const records = await this.storage.eventsOf(drive, opIds);
    return records.map((record) => storedEvent(record, this.rules.parse));
  }

  onCommitted(listener: (typeof this.listeners)[number]): void {
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
    return modelText(this.rules.totals, await this.storage.model(drive));
  }

  async replay(drive: DriveId): Promise<string> {
    return modelText(this.rules.totals, await replayModel(this.rules, this.storage.eventPages(drive, 0)));
  }

  difference(drive: DriveId): Promise<ModelDifference | null> {
    const { rules, storage } = this;
    return modelDifference({
      rules,
      events: (after) => storage.eventPages(drive, after),
      model: () => storage.model(drive),
    });
  }

  private readerOf(view: DriveView<R>): RowSurvey<R, N, T> {
    return viewReader(view, this.stateOf(view.totals), this.rules.projection.tree);
  }

  private stateOf(totals: DriveTotals): DriveState<T> {
    return driveState(this.rules, totals) as DriveState<T>;
  }

  private alone<T>(drive: DriveId, job: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.queues.add(drive, { kind: 'job', background: true, run: () => job().then(resolve, reject) });
    });
  }

  private async turn(drive: DriveId, items: (WaitingCommand<E, R> | WaitingJob)[]): Promise<void> {
    for (const item of items) if (item.kind === 'job') await item.run();
    const now = performance.now();
    const entries = items.filter((item) => item.kind === 'command');
    for (const { since } of entries) this.metrics.queueWait?.observe({}, (now - since) / 1000);
    const isLate = ({ since }: WaitingCommand<E, R>): boolean => now - since >= QUEUE_TIMEOUT_MS;
    refuse(entries.filter(isLate), new DomainError('drive.busy'));
    const inTime = entries.filter((entry) => !isLate(entry));
    if (inTime.length === 0) return;
    this.metrics.batchSize?.observe({}, inTime.length);
    await this.transaction(drive, inTime);
  }

  /** The queue runs in the context of the caller that woke it. */
  private transaction(drive: DriveId, entries: WaitingCommand<E, R>[]): Promise<unknown> {
    const [parent, ...links] = entries.map(({ context }) => context);
    const attributes = { 'skyshelf.drive': drive, 'skyshelf.commands': entries.length };
    return transactionSpan.run({ parent, links, attributes }, () => this.settle(drive, entries, false));
  }

  /**
   * One transaction for all; one each if that fails for a reason of one of them.
   * @returns why the drive was not available, so that no later command tries in vain
   */
  private async settle(
    drive: DriveId,
    entries: WaitingCommand<E, R>[],
    eager: boolean,
  ): Promise<DomainError | null> {
    try {
      const { outcomes, events } = await this.storage.transact(
        drive,
        (transaction) => runBatch(drive, transaction, this.rules, entries, eager),
        {
          isCrowded: () => this.queues.waitingFor(drive) > SHORT_QUEUE,
          waitedMs: Math.max(...entries.map(({ since }) => performance.now() - since)),
        },
      );
      for (const [index, outcome] of outcomes.entries()) entries[index]?.settle(outcome);
      this.committed(drive, events);
      return null;
    } catch (error) {
      if (error instanceof OperationExists && !eager) return this.settle(drive, entries, true);
      if (!(error instanceof DomainError) && entries.length > 1) return this.oneByOne(drive, entries, eager);
      refuse(
        entries,
        error instanceof UniqueViolation ? new DomainError('name.exists', { cause: error }) : error,
      );
      return error instanceof DomainError ? error : null;
    }
  }

  private async oneByOne(
    drive: DriveId,
    entries: WaitingCommand<E, R>[],
    eager: boolean,
  ): Promise<DomainError | null> {
    for (const [index, entry] of entries.entries()) {
      const error = await this.settle(drive, [entry], eager);
      if (!error) continue;
      refuse(entries.slice(index + 1), error);
      return error;
    }
    return null;
  }

  private committed(drive: DriveId, events: readonly CommittedEvent[]): void {
    const version = events.at(-1)?.version;
    if (version === undefined) return;
    for (const listener of this.listeners) {
      try {
        listener(drive, version, events);
      } catch (error) {
        this.logger?.error({ err: error, drive }, 'A listener to commits failed.');
      }
    }
  }
}

function refuse(entries: readonly { settle(outcome: Outcome): void }[], error: unknown): void {
  for (const { settle } of entries) settle({ kind: 'refused', error });
}
