import { limits } from '@skyshelf/contracts';

/** How a file is cut: all parts but the last have `partBytes`. */
export interface PartPlan {
  partBytes: number;
  partCount: number;
}

/** At least one part, also for an empty file. */
export const partPlan = (size: number): PartPlan => ({
  partBytes: limits.partBytes,
  partCount: Math.max(1, Math.ceil(size / limits.partBytes)),
});

/** Bytes of one part, or null when the file has no such part. */
export function partSize(size: number, partNumber: number): number | null {
  const { partBytes, partCount } = partPlan(size);
  if (partNumber < 1 || partNumber > partCount) return null;
  return Math.min(partBytes, size - (partNumber - 1) * partBytes);
}
