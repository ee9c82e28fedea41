/** A drive of 2 million elements stays far below it; epochs, minutes since 2026, then last until 2089. */
const VERSIONS = 2 ** 28;

/**
 * A version that never goes back and never returns, though a restored database counts again: for pages, caches
 * and whatever compares versions. Within an epoch positions count by one.
 */
export const positionOf = (version: number, epoch = 0): number => epoch * VERSIONS + version;

/** The version within this epoch; null for a position of another one. */
export function versionAt(position: number, epoch: number): number | null {
  return Math.floor(position / VERSIONS) === epoch ? position % VERSIONS : null;
}

const FIRST_MINUTE = Date.UTC(2026, 0, 1) / 60_000;

/** Higher than all known ones; minutes, so that one snapshot restored twice has two. */
export const nextEpoch = (now: Date, known: readonly number[]): number =>
  Math.max(1, Math.floor(now.getTime() / 60_000 - FIRST_MINUTE), ...known.map((epoch) => epoch + 1));
