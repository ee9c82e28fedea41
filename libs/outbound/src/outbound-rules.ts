import { isIP, type LookupFunction } from 'node:net';
import { NotPublic } from './not-public.js';
import { isPublicAddress } from './public-address.js';
import { publicLookup, type Resolve } from './public-lookup.js';

/** Whom we ask on behalf of a user, and how. */
export interface OutboundRules {
  /** `host:port` that may be private, without TLS and at any port: a stand-in, in tests. */
  trusted: ReadonlySet<string>;
  /** Default: `https:` alone. */
  protocols?: readonly ('http:' | 'https:')[];
  /** How names are resolved; default: by the system. */
  resolve?: Resolve;
}

/**
 * Checks what the address itself says: protocol, user, port (the protocol's own alone), an address in place of a name. The URL parser has made dotted ones of
 * decimal, octal and hexadecimal addresses by then. Names are checked when they are resolved, by the lookup that is returned.
 * @returns what resolves names for the connection; undefined for what is trusted
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

/** The host as it is connected to: IPv6 without brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');
