import type { FastifyRequest } from 'fastify';
import { SignInError } from '../domain/sign-in-error.js';
import type { SignInQuery } from './sign-in-query.js';

export interface Place {
  publicUrl: string;
  trustedProxies: number;
}

/**
 * A sign-in begins at the public address, because its cookie must be there when the provider leads back to it: `localhost` and `127.0.0.1` are two places
 * to a browser. It also keeps a foreign name that was made to lead here from taking part.
 * @returns where to go first, or null when the browser is there already
 * @throws SignInError `wrong_address` when it was led there and still is not
 */
export function wayToPublicUrl(
  { publicUrl, trustedProxies }: Place,
  request: FastifyRequest,
  provider: string,
  query: SignInQuery,
): string | null {
  const forwarded = trustedProxies > 0 ? request.headers['x-forwarded-host'] : undefined;
  const host = typeof forwarded === 'string' ? forwarded : request.headers.host;
  if (host === new URL(publicUrl).host) return null;
  if (query.moved) throw new SignInError('wrong_address');
  const { returnTo, prompt } = query;
  const parameters = new URLSearchParams({
    ...(returnTo && { returnTo }),
    ...(prompt && { prompt }),
    moved: '1',
  });
  return `${publicUrl}/auth/${encodeURIComponent(provider)}?${parameters}`;
}
