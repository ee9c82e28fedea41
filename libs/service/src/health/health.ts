import type { Health, RequestsInFlight, Stage } from '@skyshelf/http';
import type { Logger } from 'pino';
import type { HealthCheck } from '../runtime.js';

/** Milliseconds. */
const CHECK_TIMEOUT_MS = 2000;

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
    // `/health` asks for no key.
    logger.warn({ err: error, check: name }, 'a health check failed');
    return { status: 'failed' };
  } finally {
    clearTimeout(timer);
  }
}

/** Degraded or off parts don't matter. */
export async function askHealth(checks: readonly HealthCheck[], logger: Logger): Promise<Health> {
  const answers = await Promise.all(
    checks.map(async (each) => [each.name, await outcomeOf(each, logger)] as const),
  );
  return {
    well: answers.every(([, { status }]) => status !== 'failed'),
    checks: Object.fromEntries(answers),
  };
}

/** Milliseconds: anyone may ask. */
const REMEMBER_MS = 1000;

/** One check for all who ask within that time. */
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

/**
 * This process only. Shared dependencies would take all replicas out at once; requests that need them answer
 * 503 with `Retry-After`.
 */
export class Readiness {
  private started = false;
  private readonly waitedFor: Set<HealthCheck>;

  constructor(
    checks: readonly HealthCheck[],
    private readonly inFlight: Pick<RequestsInFlight, 'leaving'>,
    private readonly logger: Logger,
  ) {
    this.waitedFor = new Set(checks.filter(({ once }) => once));
  }

  begin(): void {
    this.started = true;
  }

  readonly stage = async (): Promise<Stage> => {
    if (this.inFlight.leaving) return 'leaving';
    if (!this.started) return 'starting';
    for (const check of this.waitedFor) {
      if ((await outcomeOf(check, this.logger)).status === 'failed') return 'started';
      this.waitedFor.delete(check);
    }
    return 'ready';
  };
}
