import type { FastifyRequest } from 'fastify';
import { clientAddress, shortenedAddress } from '../domain/client-address.js';
import { clientSoftware } from '../domain/client-software.js';
import type { SessionOrigin } from '../domain/session.js';

/**
 * Tells sessions apart for their owner.
 * @param proxies how many in front are trusted
 */
export function sessionOrigin(
  { headers, socket }: Pick<FastifyRequest, 'headers' | 'socket'>,
  proxies: number,
): SessionOrigin {
  const forwarded = String(headers['x-forwarded-for'] ?? '');
  const address = clientAddress(socket.remoteAddress, forwarded, proxies);
  return { ...clientSoftware(headers['user-agent']), place: shortenedAddress(address) };
}
