import { BlockList, isIP, type LookupFunction } from 'node:net';
import { lookup as systemLookup } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import { isPublicIpv4 } from '@skyshelf/contracts/rules';

/** Reserved in the global unicast space 2000::/3 (IANA IPv6 special-purpose registry, RFC 6890). */
const special: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];
const unicast = new BlockList();
unicast.addSubnet('2000::', 3, 'ipv6');
const reserved = new BlockList();
for (const [network, prefix] of special) reserved.addSubnet(network, prefix, 'ipv6');

/** Takes addresses in the form that a resolver gives. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return isPublicIpv4(address);
  return version === 6 && unicast.check(address, 'ipv6') && !reserved.check(address, 'ipv6');
}

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

/** No public server, or not one that we ask in this way. */
export class NotPublic extends Error {
  override name = 'NotPublic';
}
