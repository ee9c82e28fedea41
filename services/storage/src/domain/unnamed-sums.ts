import type { DriveId } from '@skyshelf/contracts';
import type { Blob } from './blob.js';

/** The blob is already recorded. `limit` is that of the drive's unnamed bytes. */
export interface Beginning {
  blob: Blob;
  limit: number;
}

/** A sum is trusted for this time, in milliseconds, and only far from the limit. */
const KNOWN_MS = 1000;
const FAR = 0.5;

export const isCounted = ({ blob, limit }: Beginning): boolean =>
  blob.unnamed === 'fresh' && limit < Infinity;

/** Remembers the unnamed bytes of drives for a moment, so that not every upload asks for their sum. */
export class UnnamedSums {
  private known = new Map<DriveId, { bytes: number; at: number }>();

  /** Answers the drives whose sum has to be asked for: it is unknown, old, or may come close to the limit. */
  unsure(begun: readonly Beginning[], now: number): DriveId[] {
    this.known = new Map([...this.known].filter(([, { at }]) => now - at < KNOWN_MS));
    return [...Map.groupBy(begun, ({ blob }) => blob.drive)]
      .filter(([drive, its]) => {
        const bytes = (this.known.get(drive)?.bytes ?? Infinity) + sizeOf(its);
        return its.some(({ limit }) => bytes > limit * FAR);
      })
      .map(([drive]) => drive);
  }

  /** @param sums with the bytes of `begun`, which are recorded */
  learn(begun: readonly Beginning[], sums: ReadonlyMap<DriveId, number>, now: number): void {
    for (const [drive, bytes] of sums) {
      const its = begun.filter(({ blob }) => blob.drive === drive);
      this.known.set(drive, { bytes: bytes - sizeOf(its), at: now });
    }
  }

  /** False: the drive would have more than its limit. */
  take({ blob: { drive, size }, limit }: Beginning): boolean {
    const known = this.known.get(drive);
    if (!known || known.bytes + size > limit) return false;
    known.bytes += size;
    return true;
  }
}

const sizeOf = (begun: readonly Beginning[]): number => begun.reduce((sum, { blob }) => sum + blob.size, 0);
