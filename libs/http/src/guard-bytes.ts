import { DomainError } from '@skyshelf/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * On all bytes of users: whatever a file holds, it runs nothing, loads nothing, is no other type than we say, and is shown on no other site.
 * `vary`: the answer depends on who asks.
 */
const SAFE = {
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  vary: 'Authorization, Cookie',
} as const;

/**
 * Sets the headers of all bytes of users; a file of theirs must never become the code that answers for the whole site.
 * @throws DomainError `access.denied` to a browser that wants it as a service worker
 */
export function guardBytes({ headers }: FastifyRequest, reply: FastifyReply): void {
  reply.headers(SAFE);
  if (headers['service-worker'] !== undefined || headers['sec-fetch-dest'] === 'serviceworker')
    throw new DomainError('access.denied');
}
