import { isIP, type LookupFunction } from 'node:net';
import { NotPublic, isPublicAddress, publicLookup, type Resolve } from './public-address.js';

export interface OutboundRules {
  /** `host:port` that may be private, without TLS, at any port: stand-ins in tests. */
  trusted: ReadonlySet<string>;
  /** Default: `https:` alone. */
  protocols?: readonly ('http:' | 'https:')[];
  /** Default: the system's. */
  resolve?: Resolve;
}

/**
 * Protocol, user, port (the protocol's own only) and literal addresses; names are checked by the returned
 * lookup.
 * @returns undefined for what is trusted
 * @throws NotPublic
 */
export function requirePublic(url: URL, rules: OutboundRules): LookupFunction | undefined {
  const { trusted, protocols = ['https:'], resolve } = rules;
  if (trusted.has(url.host)) return undefined;
  if (!protocols.some((each) => each === url.protocol))
    throw new NotPublic(`${url.host} is to be asked by ${url.protocol}`);
  if (url.username !== '' || url.password !== '' || url.port !== '')
    throw new NotPublic(`${url.host} is named with a user or a port.`);
  const host = hostOf(url);
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new NotPublic(`${host} is not public.`);
  return publicLookup(resolve);
}

/** Gives an IPv6 address without brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');
