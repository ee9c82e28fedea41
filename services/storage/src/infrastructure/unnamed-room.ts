import { DomainError, type DriveId } from '@skyshelf/contracts';
import type { Blob } from '../domain/blob.js';
import { noRoomForUnnamed } from '../domain/unnamed.js';
import type { UnnamedBytes } from './unnamed-bytes.js';

/** Recorded already. `limit`: of the drive's unnamed bytes with it. */
export interface Beginning {
  blob: Blob;
  limit: number;
}

/** A sum counts so long, far from the limit. */
const KNOWN_MS = 1000;
const FAR = 0.5;

/**
 * Each upload looks after it is recorded, so of two processes that fill a drive at the same time at least one
 * sees both.
 */
export class UnnamedRoom {
  private known = new Map<DriveId, { bytes: number; at: number }>();

  constructor(
    private readonly unnamed: UnnamedBytes,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** null: it may stay. One call at a time. */
  async refusals(begun: readonly Beginning[]): Promise<(DomainError | null)[]> {
    const drives = [...new Set(begun.map(({ blob }) => blob.drive))];
    const counted = begun.filter(({ blob, limit }) => blob.unnamed === 'fresh' && limit < Infinity);
    // A tombstone comes before the blobs of its drive are removed: a late record finds it.
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

  /** Sums up the drives not known to be far from their limit. */
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
