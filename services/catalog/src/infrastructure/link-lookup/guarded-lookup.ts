import { lookup as resolveName, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from './public-network.js';

/** A user wanted us to ask a server of the private network. */
export class NotPublic extends Error {
  override name = 'NotPublic';
}

/**
 * Resolves names for a connection and gives public addresses only: what is checked is what is connected to,
 * so a name that changes its mind in between gains nothing.
 */
export const guardedLookup: LookupFunction = (hostname, options, callback) => {
  resolveName(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    const refused = error ?? refusalOf(hostname, addresses);
    const [first] = addresses ?? [];
    if (refused || !first) return callback(refused ?? new NotPublic(`${hostname} has no address.`), '', 4);
    if (options.all) return callback(null, addresses);
    return callback(null, first.address, first.family);
  });
};

const refusalOf = (hostname: string, addresses: readonly LookupAddress[]): NotPublic | null => {
  const wrong = addresses.find(({ address }) => !isPublicAddress(address));
  return wrong ? new NotPublic(`${hostname} is at ${wrong.address}, which is not public.`) : null;
};
