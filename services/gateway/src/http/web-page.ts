import { posix } from 'node:path';
import { existsSync } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding } from '@skyshelf/http';
import fastifyStatic from '@fastify/static';
import type { IndexPage } from './index-page.js';
import { addHeaders, pageHeaders, type PageNeighbours } from './security-headers.js';

/** An unknown address here is a refusal, never the page. */
const notPages = /^\/(ads|api|auth|files|companion|internal|health|assets|metrics|s|search-frame)(\/|$)/;

/** Excludes paths that no page has, both as written and normalised. */
function mayBePage(url: string): boolean {
  const [path = ''] = url.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1);
  try {
    const plain = posix.normalize(decodeURIComponent(path)).toLowerCase();
    return !notPages.test(path) && !notPages.test(plain);
  } catch {
    return false;
  }
}

/** The page routes by itself. False for what is no page. */
export function servePage(
  page: IndexPage,
  publicUrl: string,
  neighbours: PageNeighbours,
): (request: FastifyRequest, reply: FastifyReply) => boolean {
  const headers = pageHeaders(publicUrl, page.scriptHashes, neighbours);
  return (request, reply) => {
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (!reads || !mayBePage(request.url)) return false;
    addHeaders(reply, headers);
    sendPage(page, request, reply);
    return true;
  };
}

export function sendPage(page: IndexPage, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({ 'cache-control': 'no-cache', etag: page.etag, vary: 'accept-encoding' });
  if (request.headers['if-none-match'] === page.etag) return void reply.code(304).send();
  const encoding = acceptedEncoding(request.headers['accept-encoding'], ['br', 'gzip']);
  if (encoding) reply.header('content-encoding', encoding);
  reply.type('text/html; charset=utf-8').send(encoding ? page[encoding] : page.plain);
}

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
    globIgnore: ['extension/**', '**/index.html*', '**/share.html*', '**/*.br', '**/*.gz', '**/*.map'],
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
