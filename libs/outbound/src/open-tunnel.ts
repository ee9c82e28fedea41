import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream';
import { NotPublic } from './not-public.js';
import { hostOf, requirePublic } from './outbound-rules.js';
import { requireWanted, type ProxiedVisit } from './proxied-visit.js';

/** To a server's TLS port. @throws NotPublic; Error when it can't be reached */
export async function openTunnel(
  request: IncomingMessage,
  client: Duplex,
  head: Buffer,
  visit: ProxiedVisit,
): Promise<void> {
  const url = tlsUrl(request.url ?? '');
  requireWanted(url, visit);
  const lookup = requirePublic(url, visit);
  const server = await connected(
    connect({ host: hostOf(url), port: Number(url.port || 443), ...(lookup && { lookup }) }),
    visit,
  );
  client.write('HTTP/1.1 200 Connection established\r\n\r\n');
  server.write(head);
  const closeBoth = () => {
    server.destroy();
    client.destroy();
  };
  pipeline(client, server, closeBoth);
  pipeline(server, visit.budget.counter(), client, closeBoth);
}

/** `host:port`, by the same parser as all addresses. */
function tlsUrl(authority: string): URL {
  if (!/^[^/?#\s]+:\d+$/.test(authority) || !URL.canParse(`https://${authority}/`))
    throw new NotPublic('No server is named.');
  return new URL(`https://${authority}/`);
}

async function connected(socket: Socket, visit: ProxiedVisit): Promise<Socket> {
  visit.track(socket);
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  socket
    .once('connect', () => resolve(socket))
    .once('error', reject)
    .once('close', () => reject(new Error('The connection was closed.')));
  return promise;
}
