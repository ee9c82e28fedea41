/** Plain JavaScript: images are made with it too. */

/**
 * For storage and notify, which pass bytes on: garbage goes with each collection of the young generation, so
 * that is kept small. V8 also collects when external bytes reach a multiple of the generation's maximum; the
 * second flag lowers that from some 60 MB to 16. The last two: what grows old (66,000 entries of an archive)
 * is collected from 16 MB on, and again when there is 40 % more; V8 alone lets it come to 170 MB.
 */
const LITTLE_HEAP = [
  '--max-semi-space-size=1',
  '--scavenger-max-new-space-capacity-mb=2',
  '--initial-old-space-size=16',
  '--heap-growing-percent=40',
];

export const flagsOf = { storage: LITTLE_HEAP, notify: LITTLE_HEAP };

/**
 * Freed memory returns to the system at once (mallopt(3)), where glibc's heap would stay at its peak. Chunks
 * of 64 KiB are not mapped: mapping and faulting one costs over half as much again as passing it on.
 */
const GIVEN_BACK = { MALLOC_MMAP_THRESHOLD_: '1048576', MALLOC_TRIM_THRESHOLD_: '131072' };

export const memoryOf = { storage: GIVEN_BACK, notify: GIVEN_BACK };
