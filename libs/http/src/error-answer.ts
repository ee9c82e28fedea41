import type { DomainError } from '@skyshelf/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isNavigation, refusalPage } from './refusal-page.js';

/** For refusals with 503. */
const RETRY_AFTER_SECONDS = '1';

type Refused = Pick<FastifyRequest, 'log' | 'id' | 'method' | 'routeOptions' | 'server' | 'headers'>;

function log({ log: logger, id, method, routeOptions }: Refused, error: DomainError): void {
  const about = { requestId: id, method, route: routeOptions.url, code: error.code };
  if (error.status < 500) logger.debug(about, error.message);
  else logger.error({ ...about, err: error.details.cause ?? error }, error.message);
}

/**
 * A page for a navigating browser. When the answer has begun, the connection is cut so that the client
 * notices.
 */
export function answerError(request: Refused, reply: FastifyReply, error: DomainError): void {
  log(request, error);
  request.server.checkRefusal(request, error);
  if (reply.sent || reply.raw.headersSent) {
    reply.raw.destroy();
    return;
  }
  if (error.status === 503) reply.header('retry-after', RETRY_AFTER_SECONDS);
  const { keepSeconds } = error.details;
  const kept = keepSeconds === undefined ? 'no-store' : `private, max-age=${keepSeconds}`;
  reply
    .code(error.status)
    .removeHeader('content-length')
    .headers({ 'cache-control': kept, ...(keepSeconds !== undefined && { vary: 'Authorization, Cookie' }) });
  if (wantsPage(request)) return sendPage(reply, error);
  reply
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(error.toBody(request.id)));
}

function wantsPage({ routeOptions, headers }: Refused): boolean {
  const contract = routeOptions.config?.rules?.contract;
  return (
    contract !== undefined && 'navigable' in contract && contract.navigable === true && isNavigation(headers)
  );
}

function sendPage(reply: FastifyReply, error: DomainError): void {
  const { html, contentSecurityPolicy } = refusalPage(error);
  reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy,
    })
    .send(html);
}
