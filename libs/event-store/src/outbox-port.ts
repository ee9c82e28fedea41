import type { DriveId, EventMessage } from '@skyshelf/contracts';
import type { ClientSession } from 'mongodb';
import type { DomainEvent } from './port.js';

/** An event on its way out, as the service that makes it knows it. */
export interface OutboxEvent<E extends DomainEvent> {
  id: string;
  drive: DriveId;
  actor: string | null;
  trace: string | null;
  data: E;
}

/** Events that need not be read again. */
export interface UnderWay {
  /** All events of these drives. */
  drives: readonly DriveId[];
  /** And these, with their drives. */
  ids: ReadonlyMap<string, DriveId>;
  /** Of these drives, which `YoungEvents` names too, all up to this version. */
  upTo: ReadonlyMap<DriveId, number>;
}

/** Which of the young events are wanted. */
export interface YoungEvents {
  /** Younger are those made after this moment. */
  since: Date;
  /** They are wanted of these drives alone, whatever their slots; also the older ones of these drives. */
  drives: readonly DriveId[];
}

/**
 * The `events` collection of a service seen as an outbox. It lies in the event store, so that only one library writes the collection;
 * the relay of the event bus reads and clears it. `E`: the events that the service may add; none where a drive store alone makes them.
 */
export interface Outbox<E extends DomainEvent = never> {
  /**
   * For services that are not drive-ordered (gateway, storage, media): adds an event, in the caller's transaction.
   * `id` makes it idempotent: a second insert of the same id is ignored. The message gets version null.
   */
  readonly append: (session: ClientSession, event: OutboxEvent<E>) => Promise<void>;
  /** The same for several events, in one round trip. */
  readonly appendAll: (session: ClientSession, events: readonly OutboxEvent<E>[]) => Promise<void>;
  /**
   * Unpublished events of slots (0–63), in order of (slot, drive, version or insertion), oldest first within a drive; without those that are under way.
   * @param young default: all young ones of the slots
   */
  pending(
    slots: readonly number[],
    limit: number,
    underWay?: UnderWay,
    young?: YoungEvents,
  ): Promise<EventMessage[]>;
  /** Clears `pub: false` after the broker's ack (or when every in-process consumer has passed it). */
  markPublished(ids: readonly string[]): Promise<void>;
  /** For a consumer with a gap: this drive's events after a version, published or not. */
  after(drive: DriveId, version: number, limit: number): Promise<EventMessage[]>;
  /** For `resync`: all events, drive after drive, each drive's in its order; `after` is the last id seen. What is added behind a page's back comes by the relay. */
  all(after: string | null, limit: number): Promise<EventMessage[]>;
  depth(): Promise<{ events: number; oldestAgeMs: number }>;
  /** Called after each commit that added an event: pokes the relay. */
  onAppended(listener: (drive: DriveId) => void): void;
  /** Tell the listeners, after the caller's own transaction committed. */
  appended(drive: DriveId): void;
  prepare(): Promise<void>;
}
