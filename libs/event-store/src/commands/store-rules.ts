import type { DomainEvent, DriveState, Projection, Row, StoredEvent } from '../port.js';
import type { EventRecord } from '../drive-storage.js';
import { refuseUndefined, type VersionedChange } from '../rows/change-rows.js';
import { addStep, stateOf, type Totals } from './totals.js';

/** What one service's drives have of their own, whatever lies below. */
export interface StoreRules<E extends DomainEvent, R extends Row> {
  service: string;
  projection: Projection<E, R>;
  /** @throws when data is no event of this service */
  parse(data: unknown): E;
  schemaOf(type: string): number;
  defaultQuota: number;
  now(): Date;
  newId(): string;
}

export const eventId = (service: string, drive: string, version: number): string =>
  `${service}:${drive}:${version}`;

/** @throws ZodError when what is stored is no event of this service */
export function storedEvent<E extends DomainEvent>(
  record: EventRecord,
  parse: (data: unknown) => E,
): StoredEvent<E> {
  const { id, drive, version, schema, opId, at, actor, trace } = record;
  return { id, drive, version, schema, data: parse(record.data), opId, at, actor, trace };
}

export function changesOf<E extends DomainEvent, R extends Row>(
  projection: Projection<E, R>,
  event: StoredEvent<E>,
): VersionedChange<R>[] {
  return projection.changes(event).map((change) => {
    refuseUndefined(change);
    return { change, rev: event.version };
  });
}

/** What a stored event does to rows and counters: for replay and rebuild, where nothing is refused any more. */
export function effectOf<E extends DomainEvent, R extends Row>(rules: StoreRules<E, R>, record: EventRecord) {
  const event = storedEvent(record, rules.parse);
  const step = {
    delta: rules.projection.delta(event.data),
    quota: rules.projection.quota?.(event.data) ?? null,
    reserve: 0,
  };
  return {
    event,
    step,
    changes: changesOf(rules.projection, event),
    add: (totals: Totals): Totals => ({ ...addStep(totals, step), version: event.version }),
  };
}

/** The declared bounds, and whether an event may raise them. */
export const raisedBounds = <E extends DomainEvent, R extends Row>(
  { bounds = {} }: Projection<E, R>,
  event: E,
): [name: string, mayRaise: boolean][] =>
  Object.entries(bounds).map(([name, mayRaise]) => [name, mayRaise(event)]);

export const driveState = <E extends DomainEvent, R extends Row>(
  { defaultQuota, projection: { bounds = {} } }: Pick<StoreRules<E, R>, 'defaultQuota' | 'projection'>,
  totals: Totals,
): DriveState => stateOf(totals, defaultQuota, Object.keys(bounds));
