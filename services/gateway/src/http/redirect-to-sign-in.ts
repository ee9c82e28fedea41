import type { FastifyRequest } from 'fastify';
import { signInPage } from '../domain/return-target.js';
import { SignInError } from '../domain/sign-in-error.js';
import type { SignInQuery } from './sign-in-query.js';

export interface PublicAddress {
  publicUrl: string;
  trustedProxies: number;
}

/**
 * A sign-in must begin at the public address, where the page keeps its value and the cookie is set:
 * `localhost` and `127.0.0.1` are different to a browser. It also excludes foreign names that point here.
 * @returns where the browser must go first, or null
 * @throws SignInError `wrong_address` when a redirect did not help
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
