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
