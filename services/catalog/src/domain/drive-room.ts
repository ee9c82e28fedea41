import {
  DomainError,
  limits,
  type CatalogEvent,
  type CounterDelta,
  type ElementId,
  type UploadId,
} from '@skyshelf/contracts';
import { sizeParts } from '@skyshelf/contracts/rules';
import type { Decision } from './decision.js';

/** Unit: bytes; `count` is a number of elements. */
export interface DriveRoom {
  used: number;
  byKind: Readonly<Record<string, number>>;
  count: number;
  /** The bytes in the trash and in histories; `used` leaves them out. */
  kept: number;
  keptCount: number;
  /** The part of `kept` that is earlier versions of files. */
  history: number;
  /** It is null for the current quota of the free plan. */
  quota: number | null;
  /** The bytes reserved for running uploads and copies, outside of the stream. */
  reserved: number;
}

export const emptyRoom: DriveRoom = {
  used: 0,
  byKind: {},
  count: 0,
  kept: 0,
  keptCount: 0,
  history: 0,
  quota: null,
  reserved: 0,
};

export const quotaOf = ({ quota }: Pick<DriveRoom, 'quota'>): number => quota ?? limits.freePlanBytes;

/** Trash and histories give way, so what lies in them is free. */
export const available = (room: Pick<DriveRoom, 'used' | 'quota' | 'reserved'>): number =>
  Math.max(0, quotaOf(room) - room.used - room.reserved);

/** Free without anything leaving the trash. */
export const freeNow = (room: Pick<DriveRoom, 'used' | 'quota' | 'reserved' | 'kept'>): number =>
  Math.max(0, available(room) - room.kept);

/** It does not check the quota. */
export function roomAfter(room: DriveRoom, event: CatalogEvent): DriveRoom {
  const {
    used,
    count,
    byKind,
    kept = 0,
    keptCount = 0,
    history = 0,
  }: CounterDelta = ('delta' in event && event.delta) || {
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
    kept: room.kept + kept,
    keptCount: room.keptCount + keptCount,
    history: room.history + history,
    quota: event.type === 'catalog.quota.changed' ? event.quota : room.quota,
    reserved: room.reserved,
  };
}

const ALMOST_FULL = 0.9;

export const becomesAlmostFull = (before: DriveRoom, after: DriveRoom): boolean =>
  !isAlmostFull(before) && isAlmostFull(after);

const isAlmostFull = (room: DriveRoom): boolean => room.used > 0 && room.used >= ALMOST_FULL * quotaOf(room);

export const reserving =
  (bytes: number) =>
  (room: DriveRoom): DriveRoom => ({ ...room, reserved: Math.max(0, room.reserved + bytes) });

export interface Growth {
  bytes: number;
  count: number;
}

/** A refusal that goes when the trash gives way. */
export class OutOfRoom extends DomainError {
  constructor(
    code: 'space.exceeded' | 'drive.full',
    readonly growth: Growth,
  ) {
    super(code);
  }
}

type Taken = Pick<DriveRoom, 'used' | 'reserved' | 'kept'>;

const bytesIn = ({ used, reserved, kept }: Taken): number => used + reserved + kept;
const countIn = ({ count, keptCount }: Pick<DriveRoom, 'count' | 'keptCount'>): number => count + keptCount;

/** Measures growth only: shrinking, or using a reservation, passes even beyond a reduced quota. */
export function admitGrowth(before: DriveRoom, after: DriveRoom): void {
  const bytes = bytesIn(after) - bytesIn(before);
  const count = countIn(after) - countIn(before);
  if (bytes > 0 && bytesIn(after) > quotaOf(after)) throw new OutOfRoom('space.exceeded', { bytes, count });
  if (count > 0 && countIn(after) > limits.maxElementsPerDrive)
    throw new OutOfRoom('drive.full', { bytes, count });
}

/** The trash must give up so much before a drive can grow so. */
export const missingFor = (room: DriveRoom, { bytes, count }: Growth): Growth => ({
  bytes: Math.max(0, bytesIn(room) + bytes - quotaOf(room)),
  count: Math.max(0, countIn(room) + count - limits.maxElementsPerDrive),
});

/** Whether a drive can grow so without anything giving way. */
export const hasRoomFor = (room: DriveRoom, growth: Growth): boolean => {
  const { bytes, count } = missingFor(room, growth);
  return (bytes === 0 || growth.bytes <= 0) && (count === 0 || growth.count <= 0);
};

/** There is no room for a trash in a drive that has more than its quota. */
export const hasRoomForTrash = (room: DriveRoom): boolean => bytesIn(room) <= quotaOf(room);

/** Leaves out reservations. A kind without bytes left equals one that never had any. */
export const roomOfEvents = ({
  used,
  byKind,
  count,
  kept,
  keptCount,
  history,
  quota,
}: DriveRoom): Omit<DriveRoom, 'reserved'> => ({
  used,
  count,
  kept,
  keptCount,
  history,
  quota,
  byKind: Object.fromEntries(Object.entries(byKind).filter(([, bytes]) => bytes !== 0)),
});

/** Room and name of a running multipart upload; outside the stream. */
export interface Reservation {
  id: UploadId;
  folderId: ElementId;
  nameKey: string;
  name: string;
  bytes: number;
  /** Unknown size: shrinks when others need room. */
  upTo?: boolean;
  /** The link that the file comes by, and its sender: such a file gets its name when it is there. */
  link?: string | undefined;
  visitor?: string | undefined;
  /** The size of that file: no byte is none. */
  size?: number;
  /** The name is free after this time; the room follows with the next sweep. */
  expires: Date;
}

export const reservesName = (reservations: readonly Reservation[], now: Date, except?: UploadId): boolean =>
  reservations.some(({ id, expires }) => id !== except && expires > now);

/**
 * Shares the room for one more import of unknown length: the free room plus what others have beyond an equal share.
 * Answers which of them keep fewer bytes.
 */
export function sharedRoom(
  others: readonly Reservation[],
  free: number,
): { reservation: Reservation; bytes: number }[] {
  const pool = others.reduce((sum, { bytes }) => sum + bytes, free);
  const share = Math.floor(pool / (others.length + 1));
  if (free >= Math.min(share, limits.maxUploadBytes)) return [];
  return others.flatMap((reservation) => (reservation.bytes > share ? [{ reservation, bytes: share }] : []));
}

/** A quota below the bytes in use only prevents growth. */
export const decideSetQuota = (quota: number, present: number): Decision<{ quota: number }> =>
  quota === present
    ? { event: null, answer: { quota } }
    : { event: { type: 'catalog.quota.changed', quota }, answer: { quota } };

/** Warns when less than one part of so many is left. */
const NEARLY_FULL_PARTS = 10;

const sizeOf = (bytes: number): string => sizeParts(bytes).join(' ');

export function describeRoom(room: Pick<DriveRoom, 'used' | 'quota' | 'reserved'>): string {
  const quota = quotaOf(room);
  const left = available(room);
  if (room.used > quota)
    return `You have ${sizeOf(room.used - quota)} more than your plan has room for. Reading and deleting work, uploads wait for room.`;
  if (left === 0) return 'Your shelf is full. Delete something, or choose a larger plan.';
  if (left * NEARLY_FULL_PARTS <= quota)
    return `Your shelf is nearly full: there is room for ${sizeOf(left)} more.`;
  return `There is room for ${sizeOf(left)} more.`;
}
