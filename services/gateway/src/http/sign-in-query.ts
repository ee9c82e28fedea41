import { z } from 'zod';
import type { FastifyRequest } from 'fastify';
import { signInPage, SignInError } from '../domain/sign-in.js';

/** Other parameters are ignored; a doubled one is no text and refused. */
const signInQuery = z.object({
  returnTo: z.string().max(200).optional(),
  prompt: z.string().max(40).optional(),
  /** Random, kept by the page and returned with the tokens. */
  clientState: z
    .string()
    .regex(/^[\w-]{22,64}$/)
    .optional(),
  /** Set by us after a redirect to the public address. */
  moved: z.string().max(4).optional(),
  code: z.string().max(4096).optional(),
  state: z.string().max(200).optional(),
  error: z.string().max(200).optional(),
});
export type SignInQuery = z.infer<typeof signInQuery>;

export function readSignInQuery(query: unknown): SignInQuery | null {
  const parsed = signInQuery.safeParse(query);
  return parsed.success ? parsed.data : null;
}

export interface PublicAddress {
  publicUrl: string;
  trustedProxies: number;
}

/**
 * A sign-in must begin at the public address, where the page's value and the cookie are: `localhost` and
 * `127.0.0.1` differ to a browser.
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
