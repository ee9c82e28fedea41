import {
  request as plainRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { connectionHeaders } from '@skyshelf/contracts';
import { NotPublic } from './not-public.js';
import { requirePublic } from './outbound-rules.js';
import { requireWanted, type ProxiedVisit } from './proxied-visit.js';

const endToEnd = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !connectionHeaders.has(name)));

/** For plain addresses. Redirects are the program's to follow: it asks again. @throws NotPublic */
export async function forwardRequest(
  request: IncomingMessage,
  response: ServerResponse,
  visit: ProxiedVisit,
): Promise<void> {
  const { method = 'GET', headers } = request;
  if (!['GET', 'HEAD'].includes(method)) throw new NotPublic(`${method} is not handed over.`);
  const url = plainUrl(request.url ?? '');
  requireWanted(url, visit);
  const lookup = requirePublic(url, { ...visit, protocols: ['http:'] });
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const call = plainRequest(url, {
      method,
      headers: { ...endToEnd(headers), host: url.host, connection: 'close' },
      agent: false,
      ...(lookup && { lookup }),
    });
    call.once('socket', (socket: Socket) => visit.track(socket));
    call.once('response', resolve).on('error', reject).end();
    response.once('close', () => call.destroy());
  });
  response.writeHead(answer.statusCode ?? 502, { ...endToEnd(answer.headers), connection: 'close' });
  await pipeline(answer, visit.budget.counter(), response);
}

function plainUrl(address: string): URL {
  if (!URL.canParse(address)) throw new NotPublic('No address is named.');
  return new URL(address);
}
