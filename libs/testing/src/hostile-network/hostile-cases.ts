import { privateAddresses, publicAddresses, spelledAddresses } from './addresses.js';
import { redirectTo, type HostileNetwork } from './hostile-network.js';

/** An address that leads into the private network, one way or another. */
export interface HostileCase {
  name: string;
  /** Format: `host` or `host:port`, perhaps with a user, without a protocol. */
  host: string;
}

const [there] = publicAddresses;
const statuses = [301, 302, 303, 307, 308] as const;

/** Addresses that are refused for what they say, though they are public. */
const oddForms = [
  `${there}:8080`,
  'a:b@93.184.216.34',
  '127.0.0.1#@93.184.216.34',
  '127.0.0.1:80\\@93.184.216.34',
  '93.184.216.34@127.0.0.1',
];

/**
 * Sets all of them up. Each comes by one of these ways: written as it is; a name that has the address, alone
 * or among public ones, at once or from the second question on; a redirect to it; the end of a chain of
 * redirects.
 * @param protocol of the redirects
 */
export function hostileCases(
  network: Pick<HostileNetwork, 'site'>,
  protocol: 'http' | 'https',
): HostileCase[] {
  const to = (host: string) => `${protocol}://${host}/`;
  const page = redirectTo(to('127.0.0.1'));
  const named = (way: string, address: string, index: number, answers: string[][]): HostileCase => {
    const host = `${way}-${index}.site.example`;
    network.site(host, page, answers);
    return { name: `a name, ${way}: ${address}`, host };
  };
  return [
    ...[...spelledAddresses, ...oddForms].map((host) => ({ name: `written: ${host}`, host })),
    ...privateAddresses.map((each, n) => named('resolved', each, n, [[each]])),
    ...privateAddresses.map((each, n) => named('mixed', each, n, [[there, each]])),
    ...privateAddresses.map((each, n) => named('rebound', each, n, [[there], [each]])),
    ...spelledAddresses.map((each, n) => {
      const host = `redirect-${n}.site.example`;
      const status = statuses[n % statuses.length];
      network.site(host, redirectTo(to(each), status));
      return { name: `a redirect (${status}): ${each}`, host };
    }),
    ...privateAddresses.map((each, n) => {
      network.site(`end-${n}.site.example`, page, [[each]]);
      network.site(`middle-${n}.site.example`, redirectTo(to(`end-${n}.site.example`)));
      const host = `chain-${n}.site.example`;
      network.site(host, redirectTo(to(`middle-${n}.site.example`), 308));
      return { name: `a chain of redirects: ${each}`, host };
    }),
  ];
}
