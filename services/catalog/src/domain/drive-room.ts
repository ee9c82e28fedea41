import { DomainError, limits, type CatalogEvent, type CounterDelta } from '@skyshelf/contracts';

/** Bytes, except `count` elements. */
export interface DriveRoom {
  used: number;
  byKind: Readonly<Record<string, number>>;
  count: number;
  /** null: the free plan's present quota. */
  quota: number | null;
  /** For running uploads and copies; outside the stream. */
  reserved: number;
}

export const emptyRoom: DriveRoom = { used: 0, byKind: {}, count: 0, quota: null, reserved: 0 };

export const quotaOf = ({ quota }: Pick<DriveRoom, 'quota'>): number => quota ?? limits.freePlanBytes;

export const available = (room: Pick<DriveRoom, 'used' | 'quota' | 'reserved'>): number =>
  Math.max(0, quotaOf(room) - room.used - room.reserved);

/** Whatever the quota. */
export function roomAfter(room: DriveRoom, event: CatalogEvent): DriveRoom {
  const { used, count, byKind }: CounterDelta = ('delta' in event && event.delta) || {
    used: 0,
    count: 0,
    byKind: {},
  };
  const sum: Record<string, number> = { ...room.byKind };
  for (const [kind, bytes] of Object.entries(byKind)) sum[kind] = (sum[kind] ?? 0) + bytes;
  return {
    used: room.used + used,
    byKind: sum,
    count: room.count + count,
    quota: event.type === 'catalog.quota.changed' ? event.quota : room.quota,
    reserved: room.reserved,
  };
}

const ALMOST_FULL = 0.9;

/** Crosses nine tenths of the space. */
export const becomesAlmostFull = (before: DriveRoom, after: DriveRoom): boolean =>
  !isAlmostFull(before) && isAlmostFull(after);

const isAlmostFull = (room: DriveRoom): boolean => room.used > 0 && room.used >= ALMOST_FULL * quotaOf(room);

/** May be negative; the sum never is. */
export const reserving =
  (bytes: number) =>
  (room: DriveRoom): DriveRoom => ({ ...room, reserved: Math.max(0, room.reserved + bytes) });

/**
 * Measures growth only: shrinking, or using a reservation, passes even beyond a reduced quota.
 * @throws DomainError `space.exceeded`, `drive.full`
 */
export function admitGrowth(before: DriveRoom, after: DriveRoom): void {
  const taken = after.used + after.reserved;
  if (taken > before.used + before.reserved && taken > quotaOf(after))
    throw new DomainError('space.exceeded');
  if (after.count > before.count && after.count > limits.maxElementsPerDrive)
    throw new DomainError('drive.full');
}

/** Without reservations. A kind without bytes left equals one that never had any. */
export const roomOfEvents = ({ used, byKind, count, quota }: DriveRoom): Omit<DriveRoom, 'reserved'> => ({
  used,
  count,
  quota,
  byKind: Object.fromEntries(Object.entries(byKind).filter(([, bytes]) => bytes !== 0)),
});
