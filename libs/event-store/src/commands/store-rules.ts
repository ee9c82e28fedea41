import type { DomainEvent, DriveState, Projection, Row, StoredEvent, Totals } from '../port.js';
import type { EventRecord } from '../drive-storage.js';
import { refuseUndefined, type VersionedChange } from '../rows/change-rows.js';
import type { DriveTotals } from './drive-totals.js';

export interface StoreRules<E extends DomainEvent, R extends Row> {
  service: string;
  projection: Projection<E, R, object>;
  totals: Totals<E, object>;
  /** @throws when data is no event of this service */
  parse(data: unknown): E;
  schemaOf(type: string): number;
  now(): Date;
  newId(): string;
  epoch(): number;
}

/** No id returns after a restore. */
export const eventId = (service: string, drive: string, version: number, epoch = 0): string =>
  `${service}:${drive}:${version}${epoch > 0 ? `:${epoch}` : ''}`;

/** @throws ZodError when what is stored is no event of this service */
export function storedEvent<E extends DomainEvent>(
  record: EventRecord,
  parse: (data: unknown) => E,
): StoredEvent<E> {
  const { id, drive, version, epoch, schema, opId, at, actor, device, trace } = record;
  const place = { id, drive, version, ...(epoch !== undefined && { epoch }) };
  const by = { actor, ...(device !== undefined && { device }), trace };
  return { ...place, schema, data: parse(record.data), opId, at, ...by };
}

export function changesOf<E extends DomainEvent, R extends Row>(
  projection: Projection<E, R, object>,
  event: StoredEvent<E>,
): VersionedChange<R>[] {
  return projection.changes(event).map((change) => {
    refuseUndefined(change);
    return { change, rev: event.version };
  });
}

/** Replay and rebuild use it. */
export function effectOf<E extends DomainEvent, R extends Row>(rules: StoreRules<E, R>, record: EventRecord) {
  const event = storedEvent(record, rules.parse);
  return {
    changes: changesOf(rules.projection, event),
    add: ({ own, bounds }: DriveTotals): DriveTotals => ({
      version: event.version,
      bounds,
      own: rules.totals.add(own, event.data),
    }),
  };
}

export const raisedBounds = <E extends DomainEvent, R extends Row>(
  { bounds = {} }: Projection<E, R, object>,
  event: E,
): [name: string, mayRaise: boolean][] =>
  Object.entries(bounds).map(([name, mayRaise]) => [name, mayRaise(event)]);

export const driveState = <E extends DomainEvent, R extends Row>(
  { projection: { bounds: declared = {} } }: Pick<StoreRules<E, R>, 'projection'>,
  { version, bounds, own }: DriveTotals,
): DriveState<object> => ({
  ...own,
  version,
  bounds: version > 0 ? bounds : Object.fromEntries(Object.keys(declared).map((name) => [name, 0])),
});
