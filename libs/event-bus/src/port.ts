import type { DriveId, EventMessage, ServiceName } from '@skyshelf/contracts';
import type { ClientSession, Db } from 'mongodb';

/** What a handler gets besides the event. */
export interface EventContext {
  /**
   * Runs the handler's writes in one transaction together with the consumer's cursor (ordered events) or its mark "seen" (others), so the effect
   * happens once. `work` may run again on a transient error: keep side effects out of it. A handler that never calls it (because its effect is
   * idempotent by the event's id, e.g. `withDrive(drive, event.id, …)`) is passed when it returns; its cursor is written down within seconds, together with
   * others, so after a crash it may be called again for the latest events, in their order.
   * May be called once. Whatever `work` throws aborts the transaction and comes out again.
   */
  effect<T>(work: (session: ClientSession, db: Db) => Promise<T>): Promise<T>;
  /** 1 for the first try. */
  attempt: number;
}

export type EventHandler = (event: EventMessage, context: EventContext) => Promise<void>;

/** A durable reader of events: each service is one, named by itself, with its cursors in its own database. */
export interface Consumer {
  name: ServiceName;
  /** Holds the consumer's `cursors`, `seen` and `parked`. */
  db: Db;
  /** Handlers by event type. Other types are skipped (the cursor moves on) and counted. */
  handlers: ReadonlyMap<string, EventHandler>;
}

/** Reads an owner's events: the truth behind the doorbell, for gaps and for resync. */
export interface EventSource {
  after(drive: DriveId, version: number, limit: number): Promise<EventMessage[]>;
  all(after: string | null, limit: number): Promise<EventMessage[]>;
}

/** A consumer that has joined. */
export interface Subscription {
  /** Looks for an operator's requests about parked drives at once, not at the next look-round. */
  lookForRequests(): Promise<void>;
  /**
   * Hands events to this consumer alone, past its cursor as always; returns when it passed or parked them. For refills.
   * One call: one drive's events, in order.
   */
  deliver(events: readonly EventMessage[]): Promise<void>;
  /** Forgets what it remembers of its cursors and marks: the database decides, which may have been replaced. */
  rereadCursors(): void;
  /** Takes no new events, lets the running handlers end. What has not been passed stays with the relay. */
  stop(): Promise<void>;
}

/**
 * What taps hear. `joined`: everything, at once. `joining`: not yet, but soon; what passes until then comes late. `away`: what carries the events can't be
 * reached, and what passes comes when it is back.
 */
export type LiveState = 'joined' | 'joining' | 'away';

/** How events travel: in process or over Kafka. One suite of tests holds both. */
export interface EventBus {
  /** Where the relay hands events over; returns when they are safe (broker's ack; in process: every consumer passed or parked them). One call: one drive's events, in order. */
  publish(events: readonly EventMessage[]): Promise<void>;
  /** Joins a durable consumer. Its events arrive one at a time a drive, in order; drives run side by side. */
  subscribe(consumer: Consumer): Promise<Subscription>;
  /** A consumer that has joined through this instance, for the operator's commands. */
  consumer(name: ServiceName): Subscription | null;
  /** Ephemeral: from now on, best effort, for live pushes. Repeats may come. */
  tap(types: readonly string[], listener: (event: EventMessage) => void): () => void;
  /** Whether all taps of this instance hear. */
  liveState(): LiveState;
  /** Makes an owner's events readable for gaps and resync (in process: its outbox; in a cluster: its /internal/events). */
  registerSource(service: ServiceName, source: EventSource): void;
  /** Stops taking events, lets running handlers end. */
  close(): Promise<void>;
}
