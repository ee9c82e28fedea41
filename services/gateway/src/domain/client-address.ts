/**
 * Who asks, as far as addresses tell: the peer of the connection, or behind `trustedProxies` proxies of ours the entry that the outermost of them wrote.
 * An IPv6 client counts by its /64, the smallest net that one customer gets.
 */
export function clientAddress(
  peer: string | undefined,
  forwarded: string | undefined,
  trustedProxies: number,
): string {
  const entries = trustedProxies > 0 && forwarded ? forwarded.split(',') : [];
  const entry = entries[Math.max(0, entries.length - trustedProxies)]?.trim();
  return networkOf(entry || peer || 'unknown');
}

/** The address without what tells one customer from the next: an IPv4 one without its last number, an IPv6 one as its /48. */
export function shortenedAddress(counted: string): string {
  if (!counted.includes(':')) return counted.replace(/\.\d+$/, '.x');
  const groups = counted.replace('::/64', '').split(':').slice(0, 3);
  while (groups.at(-1) === '0') groups.pop();
  return `${groups.join(':')}::/48`;
}

/** The address in the form by which it is counted. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const zeros =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`;
}
