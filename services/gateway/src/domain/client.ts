/**
 * Behind `trustedProxies` proxies the entry of the outermost one, with or without a port; where it wrote no
 * address (`unknown`, RFC 7239), that of the proxy. IPv6 counts by its /64, the smallest customer net.
 */
export function clientAddress(
  peer: string | undefined,
  forwarded: string | undefined,
  trustedProxies: number,
): string {
  const entries = trustedProxies > 0 && forwarded ? forwarded.split(',').slice(-trustedProxies) : [];
  for (const entry of [...entries, peer]) {
    const network = networkIn(entry);
    if (network !== null) return network;
  }
  return 'unknown';
}

/** Shortens the address so that it identifies no customer: IPv4 without its last number, IPv6 as its /48. */
export function shortenedAddress(counted: string): string {
  if (!counted.includes(':')) return counted.replace(/\.\d+$/, '.x');
  const groups = counted.replace('::/64', '').split(':').slice(0, 3);
  while (groups.at(-1) === '0') groups.pop();
  return `${groups.join(':')}::/48`;
}

/** Gives the network by which clients are counted; null for an invalid address. */
export function networkIn(entry: string | undefined): string | null {
  const written = entry?.trim().slice(0, MAX_ENTRY) ?? '';
  const { bracketed, before } = HOST_AND_PORT.exec(written)?.groups ?? {};
  const address = bracketed ?? before ?? written;
  return IPV4.test(address) ? address : networkOfIpv6(address);
}

/** A longer text is no address. */
const MAX_ENTRY = 128;
/** `[2001:db8::1]:443`, also without the port or in quotes (RFC 7239), or `203.0.113.7:443`. */
const HOST_AND_PORT = /^(?:"?\[(?<bracketed>[^\]]*)\](?::\w*)?"?|"?(?<before>[^:"]+)(?::\w*)?"?)$/;
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;

const IPV6_LETTERS = /^[\da-f:.]+$/i;

/** In the canonical form of URLs, so that each address has one. */
function networkOfIpv6(address: string): string | null {
  const [withoutZone = ''] = address.split('%', 1);
  const url = IPV6_LETTERS.test(withoutZone) ? URL.parse(`http://[${withoutZone}]`) : null;
  if (!url) return null;
  const [head = '', tail] = url.hostname.slice(1, -1).split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail ? tail.split(':') : [];
  const zeros = Array<string>(tail === undefined ? 0 : 8 - first.length - last.length).fill('0');
  const groups = [...first, ...zeros, ...last];
  return ipv4In(groups) ?? `${groups.slice(0, 4).join(':')}::/64`;
}

/** Of `::ffff:203.0.113.7`, as a socket for both kinds names IPv4. */
function ipv4In(groups: readonly string[]): string | null {
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return null;
  const bytes = groups.slice(6).flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 255]);
  return bytes.join('.');
}
