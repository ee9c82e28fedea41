import { DomainError, type DriveId } from '@skyshelf/contracts';
import type { Blob } from '../domain/blob.js';
import { noRoomForUnnamed } from '../domain/unnamed.js';
import type { UnnamedBytes } from './unnamed-bytes.js';

/** A blob that was recorded, and how many unnamed bytes its drive may have with it; no limit when infinite. */
export interface Beginning {
  blob: Blob;
  limit: number;
}

/** How long a sum of a drive counts, milliseconds: as long as its uploads are far from the limit. */
const KNOWN_MS = 1000;
/** So much of the limit is far from it. */
const FAR = 0.5;

/**
 * Whether drives have room for uploads that were just recorded. Each looks after it is recorded, so of two processes that fill a drive at the same time at
 * least one sees both; only far from the limit a sum is a second old.
 */
export class UnnamedRoom {
  private known = new Map<DriveId, { bytes: number; at: number }>();

  constructor(
    private readonly unnamed: UnnamedBytes,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Why each of them may not stay; null when it may. One call at a time. */
  async refusals(begun: readonly Beginning[]): Promise<(DomainError | null)[]> {
    const drives = [...new Set(begun.map(({ blob }) => blob.drive))];
    const counted = begun.filter(({ blob, limit }) => blob.unnamed === 'fresh' && limit < Infinity);
    // A tombstone comes before the blobs of its drive are removed: a record that came too late for that finds it.
    const [closed] = await Promise.all([this.unnamed.closed(drives), this.learn(counted)]);
    return begun.map((each) => {
      if (closed.includes(each.blob.drive)) return new DomainError('drive.closed');
      return counted.includes(each) ? this.take(each) : null;
    });
  }

  private take({ blob: { drive, size }, limit }: Beginning): DomainError | null {
    const known = this.known.get(drive);
    if (!known || known.bytes + size > limit) return noRoomForUnnamed(limit);
    known.bytes += size;
    return null;
  }

  /** Sums up the drives of which it is not known that they are far from their limit with these. */
  private async learn(begun: readonly Beginning[]): Promise<void> {
    const at = this.now();
    this.known = new Map([...this.known].filter(([, known]) => at - known.at < KNOWN_MS));
    const ofDrives = Map.groupBy(begun, ({ blob }) => blob.drive);
    const close = [...ofDrives].filter(([drive, its]) => {
      const bytes = (this.known.get(drive)?.bytes ?? Infinity) + sizeOf(its);
      return its.some(({ limit }) => bytes > limit * FAR);
    });
    if (close.length === 0) return;
    const sums = await this.unnamed.of(close.map(([drive]) => drive));
    for (const [drive, its] of close)
      this.known.set(drive, { bytes: (sums.get(drive) ?? 0) - sizeOf(its), at });
  }
}

const sizeOf = (begun: readonly Beginning[]): number => begun.reduce((sum, { blob }) => sum + blob.size, 0);
