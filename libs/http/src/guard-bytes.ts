import { DomainError } from '@skyshelf/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** User bytes run nothing, load nothing, are no other type than declared, and are shown on no other site. */
const SAFE = {
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  vary: 'Authorization, Cookie',
} as const;

/**
 * A user's file must never become the site's service worker.
 * @throws DomainError `access.denied` to a browser that wants it as one
 */
export function guardBytes({ headers }: FastifyRequest, reply: FastifyReply): void {
  reply.headers(SAFE);
  if (headers['service-worker'] !== undefined || headers['sec-fetch-dest'] === 'serviceworker')
    throw new DomainError('access.denied');
}
