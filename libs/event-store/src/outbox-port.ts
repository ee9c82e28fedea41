import { eventMessage, type DriveId, type EventMessage, type ServiceName } from '@skyshelf/contracts';
import type { ClientSession } from 'mongodb';
import type { CommittedEvent, DomainEvent } from './port.js';

export interface OutboxEvent<E extends DomainEvent> {
  id: string;
  drive: DriveId;
  actor: string | null;
  device?: string | undefined;
  trace: string | null;
  data: E;
}

export interface UnderWay {
  drives: readonly DriveId[];
  ids: ReadonlyMap<string, DriveId>;
  /** Up to this version of drives that `YoungEvents` names too. */
  upTo: ReadonlyMap<DriveId, number>;
}

export interface YoungEvents {
  since: Date;
  drives: readonly DriveId[];
}

/**
 * The `events` collection, which only this library writes; the event bus's relay reads and clears it. `E`:
 * events the service may add itself.
 */
export interface Outbox<E extends DomainEvent = never> {
  /** Appends in the caller's transaction, for services without drive order; a second insert of an `id` is ignored. */
  readonly append: (session: ClientSession, event: OutboxEvent<E>) => Promise<void>;
  readonly appendAll: (session: ClientSession, events: readonly OutboxEvent<E>[]) => Promise<void>;
  /**
   * Of slots 0–63, ordered by slot, drive, version or insertion; without those under way.
   * @param young default: all of the slots
   */
  pending(
    slots: readonly number[],
    limit: number,
    underWay?: UnderWay,
    young?: YoungEvents,
  ): Promise<EventMessage[]>;
  /** After the broker's ack, or when every in-process consumer has passed it. */
  markPublished(ids: readonly string[]): Promise<void>;
  /** Fills gaps with events, published or not. */
  after(drive: DriveId, version: number, limit: number): Promise<EventMessage[]>;
  /** Serves `resync`, drive after drive; `after` is the last id. */
  all(after: string | null, limit: number): Promise<EventMessage[]>;
  depth(): Promise<{ events: number; oldestAgeMs: number }>;
  onAppended(listener: (drive: DriveId) => void): void;
  /** Call it after your own transaction. */
  appended(drive: DriveId): void;
  prepare(): Promise<void>;
}

/** @throws ZodError when what is stored is no event */
export const messageOf = (
  source: ServiceName,
  {
    id,
    at,
    type,
    schema,
    drive,
    version,
    epoch,
    actor,
    device,
    trace,
    data,
  }: Omit<CommittedEvent, 'version'> & Pick<EventMessage, 'version'>,
): EventMessage =>
  eventMessage.parse({
    id,
    source,
    type,
    schema,
    drive,
    version,
    epoch,
    at: at.toISOString(),
    actor,
    device,
    trace,
    data,
  });

export const SLOTS = 64;

/** Gives 0–63 by FNV-1a, 32 bits (http://www.isthe.com/chongo/tech/comp/fnv/). Stored, so it may never change. */
export function slotOf(drive: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(drive)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0) % SLOTS;
}
