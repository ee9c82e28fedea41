import type { DriveId, EventMessage, ServiceName } from '@skyshelf/contracts';
import type { ClientSession, Db } from 'mongodb';

export interface EventContext {
  /**
   * Runs the writes in one transaction with the consumer's cursor (ordered events) or mark (others), so the
   * effect happens once. `work` may run again: no side effects in it. A handler that never calls it, because
   * it is idempotent by the event's id, is passed when it returns; its cursor is stored within seconds, so
   * after a crash the latest events may repeat in order. Call it once; what `work` throws aborts the
   * transaction and is rethrown.
   */
  effect<T>(work: (session: ClientSession, db: Db) => Promise<T>): Promise<T>;
  /** 1 for the first try. */
  attempt: number;
}

export type EventHandler = (event: EventMessage, context: EventContext) => Promise<void>;

/** Each service is one consumer, with its cursors in its own database. */
export interface Consumer {
  name: ServiceName;
  /** Holds `cursors`, `seen` and `parked`. */
  db: Db;
  /** Other types are skipped and counted. */
  handlers: ReadonlyMap<string, EventHandler>;
  /**
   * Types of which a drive's events that follow one another are handled at the same time. Their handlers are
   * idempotent, need no order among themselves and don't call `effect`.
   */
  together?: ReadonlySet<string>;
}

/** Reads an owner's events, for gaps and resync. */
export interface EventSource {
  after(drive: DriveId, version: number, limit: number): Promise<EventMessage[]>;
  all(after: string | null, limit: number): Promise<EventMessage[]>;
}

export interface Subscription {
  /** At once, not at the next round. */
  lookForRequests(): Promise<void>;
  /** For refills: passes the events by the cursor as always. One call: one drive's events, in order. */
  deliver(events: readonly EventMessage[]): Promise<void>;
  /** Forgets cached cursors and marks: the database may have been replaced. */
  rereadCursors(): void;
  /** Lets running handlers end. What was not passed stays with the relay. */
  stop(): Promise<void>;
}

/**
 * `joining`: what passes now comes late. `away`: the carrier can't be reached, events come when it is back.
 */
export type LiveState = 'joined' | 'joining' | 'away';

/** In process or over Kafka; one contract suite covers both. */
export interface EventBus {
  /**
   * Returns when the events are safe (broker's ack; in process: passed or parked by every consumer). One
   * call: one drive's events, in order.
   */
  publish(events: readonly EventMessage[]): Promise<void>;
  /** One event at a time a drive, in order; drives in parallel. */
  subscribe(consumer: Consumer): Promise<Subscription>;
  /** For the operator's commands. */
  consumer(name: ServiceName): Subscription | null;
  /** Best effort, for live pushes. Repeats may come. */
  tap(types: readonly string[], listener: (event: EventMessage) => void): () => void;
  liveState(): LiveState;
  /** For gaps and resync (in process: its outbox; in a cluster: its /internal/events). */
  registerSource(service: ServiceName, source: EventSource): void;
  /** Lets running handlers end. */
  close(): Promise<void>;
}
