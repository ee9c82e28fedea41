import { limits } from '@skyshelf/contracts';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import { LogController, type FastifyReply } from 'fastify';
import { answerBrokenRequest } from './broken-request.js';
import { answerError } from './error-answer.js';
import { toDomainError } from './error-translation.js';
import { headerLimits } from './header-limits.js';
import { createRequestIds } from './request-id.js';
import type { HttpDeps } from './http-deps.js';

type Options = NonNullable<ConstructorParameters<typeof FastifyAdapter>[0]>;

/** Characters of one path segment as it arrives: a name of 255 characters takes up to 12 each when percent-encoded. */
const MAX_SEGMENT_CHARACTERS = 4096;

/** How long a connection may be without a request, milliseconds. */
export const KEEP_ALIVE_MS = 72_000;

/** How Fastify is set up in every service. */
export const fastifyOptions = ({ logger }: Pick<HttpDeps, 'logger'>): Options => ({
  loggerInstance: logger,
  // One logger for all: a child for each request costs more than the field it adds.
  childLoggerFactory: () => logger,
  logController: new LogController({ disableRequestLogging: true }),
  genReqId: createRequestIds(),
  // Each route has its own limit; this one stands behind them.
  bodyLimit: limits.maxBulkJsonBytes,
  http: headerLimits,
  keepAliveTimeout: KEEP_ALIVE_MS,
  forceCloseConnections: 'idle',
  routerOptions: { ignoreTrailingSlash: true, caseSensitive: true, maxParamLength: MAX_SEGMENT_CHARACTERS },
  // Its types leave open that the server speaks HTTP/2; ours never does.
  frameworkErrors: (error, request, reply) =>
    answerError(request, reply as unknown as FastifyReply, toDomainError(error)),
  clientErrorHandler: answerBrokenRequest,
  // No middleware is used: without middie every request has one hook less.
  skipMiddie: true,
});
