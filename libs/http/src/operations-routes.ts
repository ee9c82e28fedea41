import type { FastifyInstance } from 'fastify';
import type { HttpDeps } from './http-deps.js';

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
  stopping(): boolean;
  /** What the service serves. */
  routes(): readonly ServedRoute[];
}

/**
 * `/health/live`: the process answers. `/health/ready`: it takes requests and what it depends on is there, else 503. `/health`: the same, with 200.
 * For who holds the installation's secret: `/metrics`, Prometheus' text; `/internal/routes`, what is served here. Both are internal.
 */
export function addOperationsRoutes(
  fastify: FastifyInstance,
  { metrics }: Pick<HttpDeps, 'metrics'>,
  { health, stopping, routes }: Operations,
): void {
  const status = async () => {
    const { ready, checks } = await health();
    const takes = ready && !stopping();
    return { status: takes ? 'ok' : 'failed', checks };
  };
  const open = { config: { rules: { whileStopping: true } } };
  fastify.get('/health/live', open, () => ({ status: 'ok' }));
  fastify.get('/health', open, status);
  fastify.get('/health/ready', open, async (_request, reply) => {
    const answer = await status();
    return reply.code(answer.status === 'ok' ? 200 : 503).send(answer);
  });
  fastify.get('/internal/routes', async () => ({ routes: routes() }));
  fastify.get('/metrics', { config: { rules: { internal: true } } }, async (_request, reply) =>
    reply.header('content-type', metrics.registry.contentType).send(await metrics.registry.text()),
  );
}
