import { jwtVerify, type JWTPayload } from 'jose';
import { type Profile, readProfile } from '../../domain/account.js';
import type { ProviderConfig } from '../../domain/provider.js';
import { SignInError } from '../../domain/sign-in.js';
import type { KnownProvider } from './provider-directory.js';

export interface ProviderAnswer {
  accessToken: string;
  idToken: string | null;
  nonce: string;
}

/** Asymmetric only: no one but the provider can make such a token. */
const algorithms = ['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA'];

const TIMEOUT_MS = 5000;

/**
 * By the identity token, else by asking with the access token.
 * @throws SignInError `invalid_id_token`, `provider_error`
 */
export async function readIdentity(
  config: ProviderConfig,
  provider: KnownProvider,
  answer: ProviderAnswer,
): Promise<Profile> {
  const claims = provider.keys ? await verifyIdToken(config, provider, answer) : null;
  const needsMore = !claims || typeof claims.name !== 'string';
  const asked =
    needsMore && provider.endpoints.profile
      ? await askProfile(provider.endpoints.profile, answer.accessToken)
      : null;
  // Drop a user-info answer about another user (OpenID Connect Core §5.3.2).
  const more = claims && !isAbout(asked, claims.sub) ? null : asked;
  const profile = readProfile(config.key, claims ? { ...more, ...claims } : more);
  if (!profile) throw new SignInError('provider_error');
  return profile;
}

async function verifyIdToken(
  { clientId }: ProviderConfig,
  { endpoints, keys }: KnownProvider,
  answer: ProviderAnswer,
): Promise<JWTPayload> {
  if (!keys || !endpoints.verify || !answer.idToken) throw new SignInError('invalid_id_token');
  try {
    const { payload } = await jwtVerify(answer.idToken, keys, {
      issuer: endpoints.verify.issuer,
      audience: clientId,
      algorithms,
      clockTolerance: 30,
      requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
    });
    if (payload.nonce !== answer.nonce) throw new Error('The nonce is another one');
    if (payload.azp !== undefined && payload.azp !== clientId)
      throw new Error('The token was made for another client');
    return payload;
  } catch (error) {
    throw new SignInError('invalid_id_token', error);
  }
}

async function askProfile(address: string, accessToken: string): Promise<object> {
  try {
    const headers = {
      authorization: `Bearer ${accessToken}`,
      accept: 'application/json',
      'user-agent': 'Skyshelf',
    };
    const answer = await fetch(address, {
      headers,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    });
    const body: unknown = answer.ok ? await answer.json() : null;
    if (typeof body !== 'object' || body === null)
      throw new Error(`The profile was answered with ${answer.status}`);
    return body;
  } catch (error) {
    throw new SignInError('provider_error', error);
  }
}

const isAbout = (profile: object | null, sub: string | undefined): boolean =>
  profile !== null && 'sub' in profile && profile.sub === sub;
