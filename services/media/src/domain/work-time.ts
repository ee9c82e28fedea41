/** The processor time that one program has had since the look before. */
export interface ProgramUse {
  usedMs: number;
  /** It waits for a processor or a disk, or was stopped. */
  isHeldUp: boolean;
  /** The machine does not say, or the program has ended. */
  isUnknown: boolean;
}

/** A try that idles for so many times a slow one's work is slow, too. */
const IDLE_FACTOR = 5;

/**
 * Divides the time between two looks (docs/decisions/083). Time in which a program waits for the machine counts
 * as neither.
 * @param mostIdleMs when it has not looked for longer, this process was held up itself
 */
export function passedTime(
  passedMs: number,
  uses: readonly ProgramUse[],
  mostIdleMs: number,
): { workedMs: number; idleMs: number } {
  const used = uses.reduce((sum, { usedMs }) => sum + usedMs, 0);
  const workedMs = Math.min(passedMs, used);
  if (uses.some(({ isHeldUp }) => isHeldUp)) return { workedMs, idleMs: 0 };
  const idleMs = Math.max(0, Math.min(passedMs, mostIdleMs) - workedMs);
  return { workedMs, idleMs: uses.some(({ isUnknown }) => isUnknown) ? idleMs / IDLE_FACTOR : idleMs };
}

/** Idle time counts little, so the result tells whether the source is a long one. */
export const effortOf = (workedMs: number, idleMs: number): number =>
  Math.max(workedMs, idleMs / IDLE_FACTOR);
