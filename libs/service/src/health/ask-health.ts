import type { Health } from '@skyshelf/http';
import type { Logger } from 'pino';
import type { HealthCheck } from '../runtime.js';

/** A check that has not answered by then counts as failed, milliseconds. */
const CHECK_TIMEOUT_MS = 2000;

/** What a check says, `failed` when it throws or takes too long. */
export async function outcomeOf(
  { name, check }: HealthCheck,
  logger: Logger,
): Promise<{ status: string; hint?: string }> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<{ status: string; hint: string }>((resolve) => {
    timer = setTimeout(
      () => resolve({ status: 'failed', hint: `no answer within ${CHECK_TIMEOUT_MS} ms` }),
      CHECK_TIMEOUT_MS,
    );
  });
  try {
    return await Promise.race([check(), late]);
  } catch (error) {
    // What exactly is wrong stands in the log: `/health` asks for no key.
    logger.warn({ err: error, check: name }, 'a health check failed');
    return { status: 'failed' };
  } finally {
    clearTimeout(timer);
  }
}

/** Asks all checks side by side. Well means: none failed. What is degraded or off is said, and does not matter. */
export async function askHealth(checks: readonly HealthCheck[], logger: Logger): Promise<Health> {
  const answers = await Promise.all(
    checks.map(async (each) => [each.name, await outcomeOf(each, logger)] as const),
  );
  return {
    well: answers.every(([, { status }]) => status !== 'failed'),
    checks: Object.fromEntries(answers),
  };
}

/** For how long an answer about the health is given again, milliseconds: so it can be asked by anyone without being a way to hammer what it looks at. */
const REMEMBER_MS = 1000;

/** Asks at most once in a while, and once for all who ask at the same time. */
export function rememberHealth(
  ask: () => Promise<Health>,
  now: () => number = () => performance.now(),
): () => Promise<Health> {
  let last: { at: number; health: Promise<Health> } | undefined;
  return () => {
    if (!last || now() - last.at >= REMEMBER_MS) last = { at: now(), health: ask() };
    return last.health;
  };
}
