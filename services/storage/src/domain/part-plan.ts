import { limits } from '@skyshelf/contracts';

/** All parts but the last have `partBytes`. */
export interface PartPlan {
  partBytes: number;
  partCount: number;
}

/** An empty file has one too. */
export const partPlan = (size: number): PartPlan => ({
  partBytes: limits.partBytes,
  partCount: Math.max(1, Math.ceil(size / limits.partBytes)),
});

/** null when the file has no such part. */
export function partSize(size: number, partNumber: number): number | null {
  const { partBytes, partCount } = partPlan(size);
  if (partNumber < 1 || partNumber > partCount) return null;
  return Math.min(partBytes, size - (partNumber - 1) * partBytes);
}
