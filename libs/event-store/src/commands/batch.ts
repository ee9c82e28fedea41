import type { DriveId } from '@skyshelf/contracts';
import type { JobRequest } from '@skyshelf/jobs';
import type {
  BatchWrites,
  DriveTransaction,
  EventRecord,
  SideDocument,
  SideWrite,
} from '../drive-storage.js';
import type { DomainEvent, Decision, Row, RowReader, StoredEvent } from '../port.js';
import { afterChange, changedId, type VersionedChange } from '../rows/change-rows.js';
import type { CommandEntry, Outcome } from '../observed-commands.js';
import { OperationLog, storedAnswer } from './operation-log.js';
import { Overlay } from './overlay.js';
import { ancestorsIn, sideReader } from './row-reader.js';
import { SideBuffer } from './side-buffer.js';
import { changesOf, driveState, eventId, raisedBounds, type StoreRules } from './store-rules.js';
import { boundsAfter, type DriveTotals } from './drive-totals.js';

type Decided<E extends DomainEvent> = Decision<E, unknown> & { slice: unknown };

/**
 * Up to sixteen commands of a drive in one transaction: each sees its predecessors; a refusal touches no
 * other.
 */
export class Batch<E extends DomainEvent, R extends Row> {
  private readonly before: DriveTotals;
  private totals: DriveTotals;
  private readonly rows: Overlay<R>;
  private readonly sides = new Map<string, Overlay<SideDocument>>();
  private readonly operations: OperationLog<R>;
  private readonly events: EventRecord[] = [];
  private readonly changes: VersionedChange<R>[] = [];
  private readonly sideWrites: SideWrite[] = [];
  private readonly jobs: JobRequest[] = [];
  private readonly records: object[] = [];
  private readonly reader: RowReader<R, string, object>;

  constructor(
    private readonly drive: DriveId,
    private readonly transaction: DriveTransaction<R>,
    private readonly rules: StoreRules<E, R>,
    entries: readonly CommandEntry<E, R>[],
    eager: boolean,
  ) {
    this.before = this.totals = transaction.totals;
    this.rows = new Overlay(transaction.rows);
    this.operations = new OperationLog(
      transaction,
      entries.map(({ opId }) => opId),
      eager,
    );
    this.reader = {
      state: () => driveState(rules, this.totals),
      get: (id) => this.rows.get(id),
      find: (where, options) => this.rows.find(where, options),
      ancestors: ancestorsIn(rules.projection.tree, this.rows, transaction.rows),
      side: <T extends { id: string }>(name: string) => sideReader<T>(this.side(name)),
    };
  }

  get writes(): BatchWrites<R> {
    const { before, totals: after, events, changes, sideWrites: sides, jobs, records } = this;
    return { before, after, events, changes, sides, jobs, records };
  }

  async lookAhead(entries: readonly CommandEntry<E, R>[]): Promise<void> {
    const searches = entries.flatMap(({ command }) => command.foresees ?? []);
    if (searches.length > 1) await this.rows.prefetch(searches);
  }

  /** `last` spares what only a successor needs. */
  async run(entry: CommandEntry<E, R>, last: boolean): Promise<Outcome> {
    try {
      const stored = await this.operations.before(entry.opId);
      if (stored) return { kind: 'repeated', answer: storedAnswer(stored, entry.hash) };
      return await this.decide(entry, last);
    } catch (error) {
      if (this.transaction.isInfrastructure(error)) throw error;
      return this.repeatedOr(entry, { kind: 'refused', error });
    }
  }

  private async decide(entry: CommandEntry<E, R>, last: boolean): Promise<Outcome> {
    const { command } = entry;
    const slice = await command.read(this.reader);
    const now = this.rules.now();
    const decision = command.decide(slice, { now, newId: this.rules.newId });
    const { event, answer } = decision;
    if (event) await this.adopt(entry, { ...decision, event, slice, now }, last);
    else {
      const repeated = await this.repeatedOr(entry, null);
      if (repeated) return repeated;
      await this.adoptWithoutEvent(entry, { ...decision, slice });
    }
    return { kind: event ? 'done' : 'no-op', answer };
  }

  /** A command without an event may be a repeat that met its own success. */
  private async repeatedOr<O extends Outcome | null>(
    entry: CommandEntry<E, R>,
    otherwise: O,
  ): Promise<Outcome | O> {
    const stored = await this.operations.find(entry.opId);
    if (!stored) return otherwise;
    try {
      return { kind: 'repeated', answer: storedAnswer(stored, entry.hash) };
    } catch (error) {
      return { kind: 'refused', error };
    }
  }

  private async adopt(
    entry: CommandEntry<E, R>,
    decision: Decided<E> & { event: E; now: Date },
    last: boolean,
  ): Promise<void> {
    const event = this.eventOf(entry, decision.event, decision.now);
    const changes = changesOf(this.rules.projection, event);
    const side = await this.alongside(entry, decision, this.rules.totals.add(this.totals.own, event.data));
    if (!last) await this.show(changes);
    this.keepSides(side);
    const { hash } = entry;
    const { answer } = decision;
    const raised = raisedBounds(this.rules.projection, event.data);
    const bounds = boundsAfter(this.totals, raised, decision.bounds);
    this.enqueue(this.rules.totals.jobsOf?.(this.totals.own, side.totals, event) ?? []);
    this.totals = { version: event.version, bounds, own: side.totals };
    this.events.push({ ...event, type: event.data.type, hash, answer });
    this.changes.push(...changes);
    this.operations.add(entry.opId, { hash, answer });
  }

  private async adoptWithoutEvent(entry: CommandEntry<E, R>, decision: Decided<E>): Promise<void> {
    const { version, bounds, own } = this.totals;
    const side = await this.alongside(entry, decision, own);
    this.totals = { version, bounds: { ...bounds, ...side.counted }, own: side.totals };
    this.keepSides(side);
  }

  /** Parsed on its way in, so that the projection sees what a replay will see. */
  private eventOf(
    { opId, origin: { actor, device, trace } }: CommandEntry<E, R>,
    event: E,
    at: Date,
  ): StoredEvent<E> {
    const { rules, drive } = this;
    const version = this.totals.version + 1;
    const epoch = rules.epoch();
    return {
      id: eventId(rules.service, drive, version, epoch),
      drive,
      version,
      ...(epoch > 0 && { epoch }),
      schema: rules.schemaOf(event.type),
      data: rules.parse(event),
      opId,
      at,
      actor,
      ...(device !== undefined && { device }),
      trace,
    };
  }

  /** @param totals as the event leaves them */
  private async alongside(
    { command }: CommandEntry<E, R>,
    decision: Decided<E>,
    totals: object,
  ): Promise<SideBuffer> {
    const side = new SideBuffer(totals);
    await command.alongside?.(side, decision);
    this.rules.totals.admit(this.totals.own, side.totals);
    return side;
  }

  private async show(changes: readonly VersionedChange<R>[]): Promise<void> {
    await this.rows.load(
      changes.filter(({ change }) => change.op === 'update').map(({ change }) => changedId(change)),
    );
    for (const each of changes) {
      const id = changedId(each.change);
      this.rows.write(id, afterChange(this.rows.peek(id) ?? null, each));
    }
  }

  private keepSides({ writes, jobs, records }: SideBuffer): void {
    this.sideWrites.push(...writes);
    this.records.push(...records);
    this.enqueue(jobs);
    for (const { name, id, document } of writes) this.side(name).write(id, document);
  }

  private enqueue(jobs: readonly Omit<JobRequest, 'drive'>[]): void {
    this.jobs.push(...jobs.map((job) => ({ ...job, drive: this.drive })));
  }

  private side(name: string): Overlay<SideDocument> {
    let overlay = this.sides.get(name);
    if (!overlay) this.sides.set(name, (overlay = new Overlay(this.transaction.side(name))));
    return overlay;
  }
}

export async function runBatch<E extends DomainEvent, R extends Row>(
  drive: DriveId,
  transaction: DriveTransaction<R>,
  rules: StoreRules<E, R>,
  entries: readonly CommandEntry<E, R>[],
  eager: boolean,
): Promise<{ value: { outcomes: Outcome[]; events: readonly EventRecord[] }; commit: boolean }> {
  const batch = new Batch(drive, transaction, rules, entries, eager);
  const outcomes: Outcome[] = [];
  await batch.lookAhead(entries);
  for (const [index, entry] of entries.entries())
    outcomes.push(await batch.run(entry, index === entries.length - 1));
  const commit = outcomes.some(({ kind }) => kind !== 'refused');
  const { writes } = batch;
  if (commit) await transaction.write(writes);
  return { value: { outcomes, events: writes.events }, commit };
}
