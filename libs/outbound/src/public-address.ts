import { BlockList, isIP } from 'node:net';
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

/** For addresses as a resolver gives them. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return isPublicIpv4(address);
  return version === 6 && unicast.check(address, 'ipv6') && !reserved.check(address, 'ipv6');
}
