import { limits } from '@skyshelf/contracts';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import { type FastifyReply, LogController } from 'fastify';
import type { IncomingMessage, Server, ServerOptions } from 'node:http';
import { randomBytes } from 'node:crypto';
import { answerBrokenRequest, answerError } from './error-answer.js';
import { toDomainError } from './error-translation.js';
import type { HttpDeps } from './http-deps.js';

type Options = NonNullable<ConstructorParameters<typeof FastifyAdapter>[0]>;

/** A name of 255 characters takes up to 12 each when percent-encoded. */
const MAX_SEGMENT_CHARACTERS = 4096;

/** A connection without a request is closed after this time. */
export const KEEP_ALIVE_MS = 72_000;

export const fastifyOptions = ({ logger }: Pick<HttpDeps, 'logger'>): Options => ({
  loggerInstance: logger,
  // A child logger for each request costs more than the field it adds.
  childLoggerFactory: () => logger,
  logController: new LogController({ disableRequestLogging: true }),
  genReqId: createRequestIds(),
  bodyLimit: limits.maxBulkJsonBytes,
  http: serverOptions,
  keepAliveTimeout: KEEP_ALIVE_MS,
  forceCloseConnections: 'idle',
  routerOptions: { ignoreTrailingSlash: true, caseSensitive: true, maxParamLength: MAX_SEGMENT_CHARACTERS },
  // Its types allow HTTP/2; our server never speaks it.
  frameworkErrors: (error, request, reply) =>
    answerError(request, reply as unknown as FastifyReply, toDomainError(error)),
  clientErrorHandler: answerBrokenRequest,
  // Without middie every request has one hook less.
  skipMiddie: true,
});

/** Browsers send about 20, proxies add a few. */
export const MAX_HEADERS = 100;

/** All our HTTP servers use it; for bodies see body-time.ts. */
export const serverOptions = {
  /** An address of 4,096 characters, a token, a cookie, and proxies' additions. */
  maxHeaderSize: 16 * 1024,
  headersTimeout: 20_000,
  /** Node's default of half a minute would add to any time limit. */
  connectionsCheckingInterval: 2_000,
  /** An upgrade to anything else, such as h2c, is ignored (RFC 9110, 7.8). */
  shouldUpgradeCallback(this: Server, { headers }: IncomingMessage): boolean {
    return this.listenerCount('upgrade') > 0 && /(^|,)\s*websocket\s*(,|$)/i.test(headers.upgrade ?? '');
  },
} as const satisfies ServerOptions;

const acceptable = /^[\w.-]{1,64}$/;

/** Reads `x-request-id` or makes an id: unique, not secret, so a random start and a counter. */
export function createRequestIds(): (request: Pick<IncomingMessage, 'headers'>) => string {
  const start = randomBytes(9).toString('base64url');
  let count = 0;
  return ({ headers }) => {
    const given = headers['x-request-id'];
    if (typeof given === 'string' && acceptable.test(given)) return given;
    count += 1;
    return `${start}-${count.toString(36)}`;
  };
}
