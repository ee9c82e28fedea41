import { chmodSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { DomainError } from '@skyshelf/contracts';

export interface OpsInput {
  query: URLSearchParams;
  body: unknown;
  tell(progress: object): void;
  /** Aborted when the caller has gone, and when the server closes. */
  signal: AbortSignal;
}

/** Answers JSON, or text for a string. */
export type OpsHandler = (input: OpsInput) => Promise<unknown>;

/** The keys have the form `METHOD /path`. */
export type OpsRoutes = Record<string, OpsHandler>;

const MAX_BODY = 64 * 1024;

/**
 * HTTP on a unix socket that only the data folder's owner can open. With `application/x-ndjson` a long
 * command streams `{"progress": …}` lines, then `{"answer": …}` or `{"error": …}`. Its signal aborts when the
 * caller goes.
 * @returns closes it, after running commands
 */
export async function startOpsServer(socket: string, routes: OpsRoutes): Promise<() => Promise<void>> {
  const closing = new AbortController();
  const server = createServer((request, response) => {
    serve(routes, request, response, closing.signal).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(socket, resolve));
  chmodSync(socket, 0o600);
  return () => {
    closing.abort();
    return closeServer(server);
  };
}

async function serve(
  routes: OpsRoutes,
  request: IncomingMessage,
  response: ServerResponse,
  closing: AbortSignal,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://ops');
  const handler = routes[`${request.method} ${url.pathname}`];
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const reply = request.headers.accept?.includes('application/x-ndjson')
    ? inLines(response)
    : whole(response);
  try {
    if (!handler) throw new DomainError('route.not-found');
    const body = await readBody(request);
    const signal = AbortSignal.any([gone.signal, closing]);
    reply.answer(await handler({ query: url.searchParams, body, tell: reply.tell, signal }));
  } catch (error) {
    reply.refuse(
      error instanceof DomainError
        ? error
        : new DomainError('internal', { message: String(error), cause: error }),
    );
  }
}

interface Reply {
  tell(progress: object): void;
  answer(answer: unknown): void;
  refuse(error: DomainError): void;
}

function whole(response: ServerResponse): Reply {
  return {
    tell: () => undefined,
    answer: (answer) => {
      const isText = typeof answer === 'string';
      response
        .writeHead(200, { 'content-type': isText ? 'text/plain; charset=utf-8' : 'application/json' })
        .end(isText ? answer : JSON.stringify(answer));
    },
    refuse: (error) =>
      void response
        .writeHead(error.status, { 'content-type': 'application/json' })
        .end(JSON.stringify(error.toBody())),
  };
}

function inLines(response: ServerResponse): Reply {
  const write = (line: object) => {
    if (!response.headersSent) response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    response.write(`${JSON.stringify(line)}\n`);
  };
  return {
    tell: (progress) => write({ progress }),
    answer: (answer) => {
      write({ answer });
      response.end();
    },
    refuse: (error) => {
      if (!response.headersSent) return whole(response).refuse(error);
      write(error.toBody());
      response.end();
    },
  };
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
