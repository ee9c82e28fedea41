import { lookup as systemLookup } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { NotPublic } from './not-public.js';
import { isPublicAddress } from './public-address.js';

export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

const bySystem: Resolve = (hostname) => systemLookup(hostname, { all: true });

/**
 * Public addresses only: what is checked is what is connected to, so changing the answer gains nothing. One
 * private address refuses the whole name.
 */
export const publicLookup =
  (resolve: Resolve = bySystem): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const usable = addresses.filter(({ family }) => !options.family || options.family === family);
        const refusal = refusalOf(hostname, addresses, usable);
        const [first] = usable;
        if (refusal || !first) return callback(refusal ?? new NotPublic(hostname), '', 4);
        if (options.all) return callback(null, [...usable]);
        return callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 4),
    );
  };

function refusalOf(
  hostname: string,
  addresses: readonly LookupAddress[],
  usable: readonly LookupAddress[],
): NotPublic | null {
  const wrong = addresses.find(({ address }) => !isPublicAddress(address));
  if (wrong) return new NotPublic(`${hostname} is at ${wrong.address}, which is not public.`);
  return usable.length === 0 ? new NotPublic(`${hostname} has no address.`) : null;
}
