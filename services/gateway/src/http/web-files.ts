import { existsSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const A_YEAR = 31_536_000;
const WORKER_POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'";

/** Names in /assets carry a content hash: cached for good. The extension is downloaded as a whole. */
export function serveWebFiles(fastify: FastifyInstance, webRoot: string | null): void {
  if (!webRoot || !existsSync(webRoot)) return;
  // Not awaited: that would finish the routes before Nest sets their error handler.
  void fastify.register(fastifyStatic, {
    root: webRoot,
    wildcard: false,
    index: false,
    preCompressed: true,
    dotfiles: 'deny',
    globIgnore: ['extension/**', '**/index.html*', '**/*.br', '**/*.gz', '**/*.map'],
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header(
        'cache-control',
        path.includes('/assets/') ? `public, max-age=${A_YEAR}, immutable` : 'no-cache',
      );
      reply.header('cross-origin-resource-policy', 'same-origin');
      // A worker goes by its own script's policy.
      if (/\.m?js(\.br|\.gz)?$/.test(path)) reply.header('content-security-policy', WORKER_POLICY);
    },
  });
}
