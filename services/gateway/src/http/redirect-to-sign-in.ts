import type { FastifyRequest } from 'fastify';
import { signInPage } from '../domain/return-target.js';
import { SignInError } from '../domain/sign-in-error.js';
import type { SignInQuery } from './sign-in-query.js';

export interface PublicAddress {
  publicUrl: string;
  trustedProxies: number;
}

/**
 * A sign-in begins on the page at the public address: there the page keeps a value that must come back with the tokens, and there the cookie is set that must
 * be present when the provider leads back. `localhost` and `127.0.0.1` are two places to a browser. It also keeps a foreign name that was made to lead
 * here from taking part.
 * @returns where the browser must go first, or null when the sign-in can go on
 * @throws SignInError `wrong_address` when it was redirected once and still is elsewhere
 */
export function redirectToSignIn(
  { publicUrl, trustedProxies }: PublicAddress,
  request: FastifyRequest,
  provider: string,
  query: SignInQuery,
): string | null {
  const forwarded = trustedProxies > 0 ? request.headers['x-forwarded-host'] : undefined;
  const host = typeof forwarded === 'string' ? forwarded : request.headers.host;
  const elsewhere = host !== new URL(publicUrl).host;
  if (!elsewhere && query.clientState) return null;
  if (elsewhere && query.moved) throw new SignInError('wrong_address');
  const parameters = new URLSearchParams({ provider, ...(elsewhere && { moved: '1' }) });
  return `${publicUrl}${signInPage(query)}?${parameters}`;
}
