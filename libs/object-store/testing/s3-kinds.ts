import { canTest } from '@skyshelf/testing';

/** The stores that the adapter is tested with; one that this machine can't have is left out, and the run says why. */
export const s3Kinds: readonly ('versitygw' | 'minio')[] = (
  await Promise.all(
    (['versitygw', 'minio'] as const).map(async (kind) => ((await canTest(kind)) ? [kind] : [])),
  )
).flat();

export const STORE_MS = 180_000;
