/**
 * Behind `trustedProxies` proxies the entry of the outermost one. IPv6 counts by its /64, the smallest
 * customer net.
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

/** The more specific first: derived browsers name their base too. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
];

const devices: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b.*\bMobile\b/, 'Android phone'],
  [/\bAndroid\b/, 'Android tablet'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bWindows NT\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

/** Longer headers are no browser's. */
const MAX_READ = 512;

/** Fixed words only: nothing of the client's is kept or shown. */
export function clientSoftware(userAgent = ''): { device: string | null; browser: string | null } {
  const read = userAgent.slice(0, MAX_READ);
  const nameIn = (table: typeof browsers): string | null =>
    table.find(([sign]) => sign.test(read))?.[1] ?? null;
  return { device: nameIn(devices), browser: nameIn(browsers) };
}
