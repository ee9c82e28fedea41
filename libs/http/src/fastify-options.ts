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

/** A name of 255 characters takes up to 12 each when percent-encoded. */
const MAX_SEGMENT_CHARACTERS = 4096;

/** Without a request, milliseconds. */
export const KEEP_ALIVE_MS = 72_000;

export const fastifyOptions = ({ logger }: Pick<HttpDeps, 'logger'>): Options => ({
  loggerInstance: logger,
  // A child logger for each request costs more than the field it adds.
  childLoggerFactory: () => logger,
  logController: new LogController({ disableRequestLogging: true }),
  genReqId: createRequestIds(),
  // Each route has its own limit.
  bodyLimit: limits.maxBulkJsonBytes,
  http: headerLimits,
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
