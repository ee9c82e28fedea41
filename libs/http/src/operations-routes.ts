import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { HttpDeps } from './http-deps.js';
import { cameInternally } from './internal-routes.js';

/** What `/health` says. */
export interface Health {
  ready: boolean;
  checks: Record<string, { status: string; hint?: string }>;
}

/** A route as Fastify has it. */
export interface ServedRoute {
  method: string;
  path: string;
}

export interface Operations {
  health(): Promise<Health>;
  /** The checks that everyone may see. */
  publicChecks: ReadonlySet<string>;
  stopping(): boolean;
  /** What the service serves. */
  routes(): readonly ServedRoute[];
}

/**
 * `/health/live`: the process answers. `/health/ready`: it takes requests and what it depends on is there, else 503. `/health`: the same, with 200.
 * At a public port the last two say nothing of the inside: of the checks only those for everyone. For who holds the installation's secret: `/metrics`, Prometheus' text; `/internal/routes`, what is served here. Both are internal.
 */
export function addOperationsRoutes(
  fastify: FastifyInstance,
  { metrics }: Pick<HttpDeps, 'metrics'>,
  { health, publicChecks, stopping, routes }: Operations,
): void {
  const status = async ({ raw }: FastifyRequest) => {
    const { ready, checks } = await health();
    const takes = ready && !stopping();
    const shown = Object.entries(checks).filter(([name]) => cameInternally(raw) || publicChecks.has(name));
    return { status: takes ? 'ok' : 'failed', checks: Object.fromEntries(shown) };
  };
  const open = { config: { rules: { whileStopping: true } } };
  fastify.get('/health/live', open, () => ({ status: 'ok' }));
  fastify.get('/health', open, status);
  fastify.get('/health/ready', open, async (request, reply) => {
    const answer = await status(request);
    return reply.code(answer.status === 'ok' ? 200 : 503).send(answer);
  });
  fastify.get('/internal/routes', async () => ({ routes: routes() }));
  fastify.get('/metrics', { config: { rules: { internal: true } } }, async (_request, reply) =>
    reply.header('content-type', metrics.registry.contentType).send(await metrics.registry.text()),
  );
}
