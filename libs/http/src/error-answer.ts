import type { DomainError } from '@skyshelf/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Seconds after which a client may try again what was refused with 503. */
const RETRY_AFTER_SECONDS = '1';

type Refused = Pick<FastifyRequest, 'log' | 'id' | 'method' | 'routeOptions' | 'server'>;

function log({ log: logger, id, method, routeOptions }: Refused, error: DomainError): void {
  const about = { requestId: id, method, route: routeOptions.url, code: error.code };
  if (error.status < 500) logger.debug(about, error.message);
  else logger.error({ ...about, err: error.details.cause ?? error }, error.message);
}

/** Answers with `errorBody`. An answer that has begun cannot be taken back: the connection is cut, so the client sees that it is not whole. */
export function answerError(request: Refused, reply: FastifyReply, error: DomainError): void {
  log(request, error);
  request.server.checkRefusal(request, error);
  if (reply.sent || reply.raw.headersSent) {
    reply.raw.destroy();
    return;
  }
  if (error.status === 503) reply.header('retry-after', RETRY_AFTER_SECONDS);
  reply
    .code(error.status)
    .removeHeader('content-length')
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify(error.toBody(request.id)));
}
