import type { Duplex } from 'node:stream';
import { DomainError, limits } from '@skyshelf/contracts';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import { LogController, type FastifyReply } from 'fastify';
import { answerError } from './error-answer.js';
import { toDomainError } from './error-translation.js';
import { createRequestIds } from './request-id.js';
import type { HttpDeps } from './http-deps.js';

type Options = NonNullable<ConstructorParameters<typeof FastifyAdapter>[0]>;

/** Characters of one path segment as it arrives: a name of 255 characters takes up to 12 each when percent-encoded. */
const MAX_SEGMENT_CHARACTERS = 4096;

/** Line and headers of a request: an address of 4,096 characters, a token, a cookie, and what proxies add. */
const MAX_HEADER_BYTES = 16 * 1024;

/** Until the headers are there, milliseconds. For bodies see body-time.ts. */
const HEADERS_MS = 20_000;

/** Bytes that are no HTTP at all: answered on the bare socket. */
export function answerBrokenRequest(_error: unknown, socket: Duplex): void {
  if (!socket.writable) return void socket.destroy();
  const refusal = new DomainError('input.unreadable', { message: 'This is not an HTTP request.' });
  const body = JSON.stringify(refusal.toBody());
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/** How Fastify is set up in every service. */
export const fastifyOptions = ({ logger }: Pick<HttpDeps, 'logger'>): Options => ({
  loggerInstance: logger,
  // One logger for all: a child for each request costs more than the field it adds.
  childLoggerFactory: () => logger,
  logController: new LogController({ disableRequestLogging: true }),
  genReqId: createRequestIds(),
  // Each route has its own limit; this one stands behind them.
  bodyLimit: limits.maxBulkJsonBytes,
  http: { maxHeaderSize: MAX_HEADER_BYTES, headersTimeout: HEADERS_MS },
  forceCloseConnections: 'idle',
  routerOptions: { ignoreTrailingSlash: true, caseSensitive: true, maxParamLength: MAX_SEGMENT_CHARACTERS },
  // Its types leave open that the server speaks HTTP/2; ours never does.
  frameworkErrors: (error, request, reply) =>
    answerError(request, reply as unknown as FastifyReply, toDomainError(error)),
  clientErrorHandler: answerBrokenRequest,
  // No middleware is used: without middie every request has one hook less.
  skipMiddie: true,
});
