import { setTimeout as pause } from 'node:timers/promises';

export interface Watched {
  readonly running: boolean;
  /** A starting process is silent, not hanging. */
  readonly hasAnswered: boolean;
  kill(): void;
}

export interface LivenessLimits {
  everyMs: number;
  answerMs: number;
  /** Consecutive silent looks. */
  mostSilent: number;
}

/**
 * A minute and a half: longer than a stall by a busy disk or an operator's pause. Counts looks: if we are
 * stopped ourselves, we have heard nothing either.
 */
export const livenessLimits: LivenessLimits = { everyMs: 5_000, answerMs: 10_000, mostSilent: 6 };

/**
 * A process that has answered before is killed, so that it is restarted. Any answer counts: a restart would
 * not bring back a database.
 * @returns when the process has ended
 */
export async function killWhenUnresponsive(
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

const ASK_TIMEOUT_MS = 3_000;

/** Is false without an answer, too. */
export async function isReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(ASK_TIMEOUT_MS) });
    await answer.body?.cancel();
    return answer.status === 200;
  } catch {
    return false;
  }
}

/**
 * @param goOn false ends the waiting
 * @returns whether it is ready
 */
export async function becomesReady(url: string, goOn: () => boolean, everyMs = 100): Promise<boolean> {
  while (goOn()) {
    if (await isReady(url)) return true;
    await pause(everyMs);
  }
  return false;
}
