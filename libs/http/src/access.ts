import { DomainError, opensTo, type RouteContract } from '@skyshelf/contracts';
import { sameSecret, type Caller } from '@skyshelf/tokens';
import type { FastifyRequest } from 'fastify';
import type { HttpDeps } from './http-deps.js';

export type TokenOf = (request: FastifyRequest) => string | null;

const bearer = /^Bearer ([\w\-.~+/=]+)$/i;
const internal = /^Internal (.+)$/;

export const bearerToken: TokenOf = ({ headers: { authorization } }) => {
  if (authorization === undefined) return null;
  const token = bearer.exec(authorization)?.[1];
  if (token === undefined) throw new DomainError('auth.forged');
  return token;
};

function requireKey({ headers: { authorization = '' } }: FastifyRequest, keys: readonly string[]): null {
  const given = internal.exec(authorization)?.[1];
  if (given === undefined || !keys.some((key) => sameSecret(given, key)))
    throw new DomainError('access.denied');
  return null;
}

function showsToken({ headers: { authorization = '' } }: FastifyRequest, token: string | undefined): boolean {
  const given = bearer.exec(authorization)?.[1];
  return given !== undefined && token !== undefined && sameSecret(given, token);
}

export type AccessDeps = Pick<HttpDeps, 'tokens' | 'internalKeys' | 'isAdmin' | 'metricsToken'>;

/**
 * Checks before a byte of the body is read.
 * @returns a promise only where a token has to be verified
 * @throws DomainError `auth.required`, `auth.*` of the verifier, `access.denied`
 */
export function createAccess(
  { tokens, internalKeys, metricsToken }: Omit<AccessDeps, 'isAdmin'>,
  tokenOf: TokenOf = bearerToken,
): (request: FastifyRequest) => Promise<Caller> | null {
  return (request) => {
    const { rules } = request.routeOptions.config;
    if (rules?.scraped && showsToken(request, metricsToken?.())) return null;
    if (rules?.internal) return requireKey(request, internalKeys());
    const access = rules?.contract && 'access' in rules.contract ? rules.contract.access : 'public';
    if (access === 'public' || access === 'signed') return null;
    const token = tokenOf(request);
    if (token !== null) return tokens.verify(token);
    if (access === 'visitor') return null;
    throw new DomainError('auth.required');
  };
}

/**
 * A route is closed to every scope that its contract does not name.
 * @throws DomainError `access.denied`
 */
export function requireOpen(
  contract: Pick<RouteContract, 'opens' | 'right'>,
  { scope }: Pick<Caller, 'scope'>,
): void {
  if (scope && !opensTo(contract, scope)) throw new DomainError('access.denied');
}

/**
 * Runs last: that a session has ended counts more.
 * @throws DomainError `access.denied`
 */
export function requireRights(
  { routeOptions: { config }, caller }: FastifyRequest,
  isAdmin: AccessDeps['isAdmin'] = () => false,
): void {
  const { contract, internal: isInternal } = config.rules ?? {};
  if (isInternal || !contract || !('access' in contract)) return;
  if (caller) requireOpen(contract, caller);
  if (contract.access !== 'admin') return;
  if (!caller || !isAdmin(caller.sub)) throw new DomainError('access.denied');
}
