/**
 * The connection's peer, or behind `trustedProxies` proxies the entry of the outermost one. An IPv6 client
 * counts by its /64, the smallest customer net.
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

/** Not identifying one customer: IPv4 without its last number, IPv6 as its /48. */
export function shortenedAddress(counted: string): string {
  if (!counted.includes(':')) return counted.replace(/\.\d+$/, '.x');
  const groups = counted.replace('::/64', '').split(':').slice(0, 3);
  while (groups.at(-1) === '0') groups.pop();
  return `${groups.join(':')}::/48`;
}

/** As it is counted. */
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
