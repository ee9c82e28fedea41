/** How processes are started besides their settings. Plain JavaScript, for images are made with it too. */

/**
 * Bytes pass through storage, and feeds through notify: what is done with goes with each collection of the
 * young generation, so that is small and often. V8 also collects it when the bytes outside of its heap come to
 * a multiple of what the generation may have at most; the last flag lowers that, from some 60 MB to 16.
 */
const LITTLE_YOUNG = ['--max-semi-space-size=1', '--scavenger-max-new-space-capacity-mb=2'];

export const flagsOf = { storage: LITTLE_YOUNG, notify: LITTLE_YOUNG };

/**
 * What they have passed on goes back to the system at once (mallopt(3)): else the heap of glibc stays as large
 * as it ever was. Chunks of 64 KiB are no mappings of their own: to make one and to fault it in takes more than
 * half as long again as to pass it on.
 */
const GIVEN_BACK = { MALLOC_MMAP_THRESHOLD_: '1048576', MALLOC_TRIM_THRESHOLD_: '131072' };

export const memoryOf = { storage: GIVEN_BACK, notify: GIVEN_BACK };
