import { DomainError } from '@skyshelf/contracts';
import type { FastifyRequest } from 'fastify';

/**
 * Protects our cookies from other sites (Fetch Metadata, W3C); a client without these headers is no browser.
 * @throws DomainError `access.denied`
 */
export function requireSameSite({ headers }: Pick<FastifyRequest, 'headers'>): void {
  if (headers['sec-fetch-site'] === 'cross-site') throw new DomainError('access.denied');
}
