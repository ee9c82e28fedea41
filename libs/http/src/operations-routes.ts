import type { FastifyInstance } from 'fastify';
import type { HttpDeps } from './http-deps.js';
import { cameInternally } from './internal-routes.js';

/** What `/health` says. */
export interface Health {
  /** No check has failed. */
  well: boolean;
  checks: Record<string, { status: string; hint?: string }>;
}

/** A process starts, waits for what it must have had once, takes requests, and leaves. */
export type Stage = 'starting' | 'started' | 'ready' | 'leaving';

/** A route as Fastify has it. */
export interface ServedRoute {
  method: string;
  path: string;
}

export interface Operations {
  health(): Promise<Health>;
  /** The checks that everyone may see. */
  publicChecks: ReadonlySet<string>;
  stage(): Promise<Stage>;
  /** What the service serves. */
  routes(): readonly ServedRoute[];
}

/**
 * For probes, of this process alone: `/health/live`, it answers; `/health/started`, its start is over; `/health/ready`, it takes requests: 200 or 503. For people: `/health`, with 200, whether all that
 * it depends on is there too. At a public port that says nothing of the inside: of the checks only those for everyone.
 * For who holds an internal key: `/metrics`, Prometheus' text, also for who holds the token for it; `/internal/routes`, what is served here. Both are internal.
 */
export function addOperationsRoutes(
  fastify: FastifyInstance,
  { metrics }: Pick<HttpDeps, 'metrics'>,
  { health, publicChecks, stage, routes }: Operations,
): void {
  const open = { config: { rules: { whileStopping: true } } };
  fastify.get('/health/live', open, () => ({ status: 'ok' }));
  const probe = (path: string, passes: (stage: Stage) => boolean) =>
    fastify.get(path, open, async (_request, reply) => {
      const now = await stage();
      return reply.code(passes(now) ? 200 : 503).send({ status: passes(now) ? 'ok' : 'failed', stage: now });
    });
  probe('/health/started', (now) => now !== 'starting');
  probe('/health/ready', (now) => now === 'ready');
  fastify.get('/health', open, async ({ raw }) => {
    const [{ well, checks }, now] = await Promise.all([health(), stage()]);
    const shown = Object.entries(checks).filter(([name]) => cameInternally(raw) || publicChecks.has(name));
    return { status: well && now === 'ready' ? 'ok' : 'failed', checks: Object.fromEntries(shown) };
  });
  fastify.get('/internal/routes', async () => ({ routes: routes() }));
  fastify.get(
    '/metrics',
    { config: { rules: { internal: true, scraped: true } } },
    async (request, reply) => {
      const { contentType, text } = await metrics.registry.shown(request.headers.accept);
      return reply.header('content-type', contentType).send(text);
    },
  );
}
