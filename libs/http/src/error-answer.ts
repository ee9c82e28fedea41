import { createHash } from 'node:crypto';
import { type IncomingHttpHeaders, type ServerResponse, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { DomainError } from '@skyshelf/contracts';
import { escapedMarkup } from '@skyshelf/contracts/rules';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Its policy allows only its own style. */
interface RefusalPage {
  html: string;
  contentSecurityPolicy: string;
}

/** By Fetch Metadata (W3C), else by its Accept header. */
export function isNavigation(headers: IncomingHttpHeaders): boolean {
  const mode = headers['sec-fetch-mode'];
  return mode === undefined ? /\btext\/html\b/.test(headers.accept ?? '') : mode === 'navigate';
}

const style = `:root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-content:center;font:16px/1.5 system-ui,sans-serif;text-align:center}main{padding:1rem;max-width:34rem}a{color:#0b7285}@media(prefers-color-scheme:dark){a{color:#1fbcd3}}`;

const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; frame-ancestors 'none'`;

export const refusalPage = ({ message, status }: Pick<DomainError, 'message' | 'status'>): RefusalPage => ({
  html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Skyshelf</title><style>${style}</style></head><body><main><h1>${status < 500 ? "That didn't work" : 'Something is in the way'}</h1><p>${escapedMarkup(message)}</p><p><a href="/">Back to Skyshelf</a></p></main></body></html>`,
  contentSecurityPolicy: policy,
});

/** Refusals with 503 carry it. */
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

const TOO_SLOW = new DomainError('input.unreadable', { message: 'The request headers took too long.' });
const NOT_HTTP = new DomainError('input.unreadable', { message: 'This is not an HTTP request.' });

function refusalOf(error: unknown): [status: number, refusal: DomainError] {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'HPE_HEADER_OVERFLOW') return [431, new DomainError('headers.too-large')];
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? [408, TOO_SLOW] : [400, NOT_HTTP];
}

/** An answer is under way, in whose midst nothing else may stand. */
const hasBegun = (socket: Duplex & { _httpMessage?: Pick<ServerResponse, 'headersSent'> | null }): boolean =>
  socket._httpMessage?.headersSent === true;

/** Refuses an upgrade, whose socket no HTTP server answers for any more. */
export function refuseUpgrade(socket: Duplex, refusal: DomainError): void {
  // A half-open socket would stay for as long as the client likes.
  socket.end(bareAnswer(refusal.status, refusal), () => socket.destroy());
}

function bareAnswer(status: number, refusal: DomainError): string {
  const body = JSON.stringify(refusal.toBody());
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Refused'}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`;
}

/** Answered on the bare socket, which is then destroyed: it would bring its next error. */
export function answerBrokenRequest(error: unknown, socket: Duplex): void {
  if (!socket.writable || hasBegun(socket)) return void socket.destroy();
  const [status, refusal] = refusalOf(error);
  socket.end(bareAnswer(status, refusal));
  if (socket instanceof Socket) socket.destroySoon();
}
