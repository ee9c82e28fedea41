import type { FastifyRequest } from 'fastify';
import { DomainError } from '@skyshelf/contracts';
import { clientSoftware } from '@skyshelf/http';
import { traceparentOf } from '@skyshelf/telemetry';
import { clientAddress, shortenedAddress } from '../domain/client.js';
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

/**
 * Checks Fetch Metadata (W3C); a client without it is no browser.
 * @throws DomainError `access.denied`
 */
export function requireSameSite({ headers }: Pick<FastifyRequest, 'headers'>): void {
  if (headers['sec-fetch-site'] === 'cross-site') throw new DomainError('access.denied');
}

export const traceOf = ({ trace }: FastifyRequest): string | null => trace && (traceparentOf(trace) ?? null);
