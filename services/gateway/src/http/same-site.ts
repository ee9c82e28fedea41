import { DomainError } from '@skyshelf/contracts';
import type { FastifyRequest } from 'fastify';

/**
 * Another site's page must not change the cookies of ours. Browsers say where a request comes from (Fetch Metadata, W3C); a client that says nothing is
 * no browser and has no cookies to lose.
 * @throws DomainError `access.denied`
 */
export function requireSameSite({ headers }: Pick<FastifyRequest, 'headers'>): void {
  if (headers['sec-fetch-site'] === 'cross-site') throw new DomainError('access.denied');
}
