import { openApiDocument, routeTable } from '@skyshelf/contracts';
import type { FastifyInstance } from 'fastify';
import { docsPage } from './docs-page.js';

/** Both are the committed docs/openapi.json. */
export function serveDescription(fastify: FastifyInstance): void {
  const description = JSON.stringify(openApiDocument(routeTable));
  fastify.get('/api/openapi.json', (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(description),
  );
  const { html, policy } = docsPage(routeTable);
  fastify.get('/api/docs', (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(html),
  );
}
