import type { DriveId, EventMessage, ServiceName } from '@skyshelf/contracts';
import type { ClientSession, Db } from 'mongodb';

export interface EventContext {
  /**
   * Writes in one transaction with the consumer's cursor (ordered events) or mark (others), so the effect
   * happens once. `work` may run again: no side effects in it. A handler that never calls it must be
   * idempotent by the event's id: its cursor is stored within seconds, so after a crash the latest events may
   * repeat in order. Call it once; what `work` throws aborts the transaction and is rethrown.
   */
  effect<T>(work: (session: ClientSession, db: Db) => Promise<T>): Promise<T>;
  /** It is 1 for the first try. */
  attempt: number;
}

export type EventHandler = (event: EventMessage, context: EventContext) => Promise<void>;

/** A consumer stores its cursors in its own database. */
export interface Consumer {
  name: ServiceName;
  /** Holds `cursors`, `seen` and `parked`. */
  db: Db;
  /** Other types are skipped and counted. */
  handlers: ReadonlyMap<string, EventHandler>;
  /**
   * Types of which a drive's consecutive events are handled at the same time. Their handlers are idempotent,
   * need no order and don't call `effect`.
   */
  together?: ReadonlySet<string>;
}

/** It serves gaps and resync. */
export interface EventSource {
  after(drive: DriveId, version: number, limit: number): Promise<EventMessage[]>;
  all(after: string | null, limit: number): Promise<EventMessage[]>;
}

export interface Subscription {
  /** Delivers a refill, past the cursor as always. One call has one drive's events, in order. */
  deliver(events: readonly EventMessage[]): Promise<void>;
  /** The database may have been replaced. */
  rereadCursors(): Promise<void>;
  /** Events that were not consumed stay with the relay. */
  stop(): Promise<void>;
}

/** `joining`: events come late. `away`: the carrier can't be reached. */
export type LiveState = 'joined' | 'joining' | 'away';

/** One contract suite covers both. */
export interface EventBus {
  /**
   * Returns when the events are safe (broker's ack; in process: passed or parked by every consumer). One
   * call: one drive's events, in order.
   */
  publish(events: readonly EventMessage[]): Promise<void>;
  /** One event at a time a drive, in order. */
  subscribe(consumer: Consumer): Promise<Subscription>;
  consumer(name: ServiceName): Subscription | null;
  /** Best effort, for live pushes. Repeats may come. */
  tap(types: readonly string[], listener: (event: EventMessage) => void): () => void;
  liveState(): LiveState;
  /** The source is the outbox in process, and /internal/events in a cluster. */
  registerSource(service: ServiceName, source: EventSource): void;
  close(): Promise<void>;
}
