import { PRODUCT_VERSION } from '@skyshelf/contracts/rules';
import type { FastifyInstance } from 'fastify';
import type { HttpDeps } from './http-deps.js';
import { isInternalRequest } from './internal-routes.js';

export interface Health {
  well: boolean;
  checks: Record<string, { status: string; hint?: string }>;
}

export type Stage = 'starting' | 'started' | 'ready' | 'leaving';

export interface ServedRoute {
  method: string;
  path: string;
}

export interface Operations {
  health(): Promise<Health>;
  publicChecks: ReadonlySet<string>;
  stage(): Promise<Stage>;
  routes(): readonly ServedRoute[];
}

/**
 * Probes: `/health/live`, `/health/started`, `/health/ready`, 200 or 503. `/health`, always 200, has the
 * dependencies; at a public port the public ones. Internal: `/metrics` (also by its own token),
 * `/internal/routes`.
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
    const shown = Object.entries(checks).filter(([name]) => isInternalRequest(raw) || publicChecks.has(name));
    const status = well && now === 'ready' ? 'ok' : 'failed';
    return { status, version: PRODUCT_VERSION, checks: Object.fromEntries(shown) };
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
