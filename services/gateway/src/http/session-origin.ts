import type { FastifyRequest } from 'fastify';
import { clientAddress, shortenedAddress } from '../domain/client-address.js';
import { clientSoftware } from '../domain/client-software.js';
import type { SessionOrigin } from '../domain/session.js';

/**
 * What a session is begun with, as far as its owner needs it to tell one from the other.
 * @param proxies how many in front are believed
 */
export function sessionOrigin(
  { headers, socket }: Pick<FastifyRequest, 'headers' | 'socket'>,
  proxies: number,
): SessionOrigin {
  const forwarded = String(headers['x-forwarded-for'] ?? '');
  const address = clientAddress(socket.remoteAddress, forwarded, proxies);
  return { ...clientSoftware(headers['user-agent']), place: shortenedAddress(address) };
}
