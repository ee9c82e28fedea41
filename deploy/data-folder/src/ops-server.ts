import { chmodSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { DomainError } from '@skyshelf/contracts';

/** One call of the operator. Answers JSON, or text when it gives a string. */
export type OpsHandler = (input: { query: URLSearchParams; body: unknown }) => Promise<unknown>;

/** Handlers by `METHOD /path`. */
export type OpsRoutes = Record<string, OpsHandler>;

const MAX_BODY = 64 * 1024;

/**
 * The operator's door: HTTP on a unix socket that only the owner of the data folder can open. What it offers needs no token.
 * @returns a function that closes it
 */
export async function startOpsServer(socket: string, routes: OpsRoutes): Promise<() => Promise<void>> {
  const server = createServer((request, response) => void serve(routes, request, response));
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(socket, resolve));
  chmodSync(socket, 0o600);
  return () => closeServer(server);
}

async function serve(routes: OpsRoutes, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://ops');
  const handler = routes[`${request.method} ${url.pathname}`];
  try {
    if (!handler) throw new DomainError('route.not-found');
    const answer = await handler({ query: url.searchParams, body: await readBody(request) });
    const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
    response
      .writeHead(200, {
        'content-type': typeof answer === 'string' ? 'text/plain; charset=utf-8' : 'application/json',
      })
      .end(text);
  } catch (error) {
    const refusal =
      error instanceof DomainError
        ? error
        : new DomainError('internal', { message: String(error), cause: error });
    response
      .writeHead(refusal.status, { 'content-type': 'application/json' })
      .end(JSON.stringify(refusal.toBody()));
  }
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MAX_BODY) chunks.push(chunk);
  }
  if (size > MAX_BODY) throw new DomainError('body.too-large');
  if (size === 0) return undefined;
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch (error) {
    throw new DomainError('input.unreadable', { cause: error });
  }
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}
