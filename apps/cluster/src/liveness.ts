import { setTimeout as pause } from 'node:timers/promises';

/** What is watched. */
export interface Watched {
  readonly running: boolean;
  /** Whether it has answered anybody at all yet. One that still starts is silent and not hanging. */
  readonly hasAnswered: boolean;
  /** Ends it hard. */
  kill(): void;
}

export interface LivenessLimits {
  /** Between two looks, milliseconds. */
  everyMs: number;
  /** How long a look waits for an answer, milliseconds. */
  answerMs: number;
  /** Looks without an answer, one after the other, after which it is ended. */
  mostSilent: number;
}

/**
 * A minute and a half: longer than a process may stand still for a busy disk or for an operator who has paused it, and no longer than people try again.
 * Looks are counted, not time: when we are stopped ourselves, we have heard nothing either.
 */
export const livenessLimits: LivenessLimits = { everyMs: 5_000, answerMs: 10_000, mostSilent: 6 };

/**
 * Ends a process that has answered once, here or elsewhere, and then answers no more, so that it is started again. Any answer is a sign of life: whether it is
 * ready is not asked, for a start would not bring back a database that is away.
 * @returns why it looks no longer, when the process has ended
 */
export async function endWhenSilent(
  process: Watched,
  url: string,
  limits: LivenessLimits,
): Promise<'ended' | 'killed'> {
  let silent = 0;
  let heard = false;
  while (process.running) {
    const answered = await answers(url, limits.answerMs);
    heard ||= answered || process.hasAnswered;
    silent = answered || !heard ? 0 : silent + 1;
    if (!process.running) break;
    if (silent >= limits.mostSilent) return (process.kill(), 'killed');
    await pause(limits.everyMs, undefined, { ref: false });
  }
  return 'ended';
}

async function answers(url: string, withinMs: number): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/health/live`, { signal: AbortSignal.timeout(withinMs) });
    await answer.body?.cancel();
    return true;
  } catch {
    return false;
  }
}
