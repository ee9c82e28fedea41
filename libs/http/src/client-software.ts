import type { AccessScope } from '@skyshelf/contracts';

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

const programs: typeof browsers = [
  [/^curl\//, 'curl'],
  [/^Wget\//, 'Wget'],
  [/^rclone\//, 'rclone'],
  [/^python-|^Python\b|\baiohttp\//, 'Python'],
  [/^(?:node|undici|axios\/|node-fetch)/, 'Node.js'],
  [/^Go-http-client\//, 'Go'],
];

/** Browsers send no longer header. */
const MAX_READ = 512;

/** Reads the `User-Agent` header: fixed words only, nothing of the client's is kept or shown. */
export function clientSoftware(userAgent = ''): { device: string | null; browser: string | null } {
  return { device: nameIn(devices, userAgent), browser: nameIn(browsers, userAgent) };
}

const nameIn = (table: typeof browsers, userAgent: string): string | null =>
  table.find(([sign]) => sign.test(userAgent.slice(0, MAX_READ)))?.[1] ?? null;

/**
 * Gives the name under which history and rewind show what made a change: `Firefox on Linux`, `Extension, Chrome on
 * Mac`, `curl`. Fixed words, at most 60 characters. A visitor of a link gets none.
 */
export function deviceOf(userAgent = '', scope?: Pick<AccessScope, 'kind' | 'roots'>): string | undefined {
  if (scope?.roots) return undefined;
  const { browser, device } = clientSoftware(userAgent);
  const name =
    browser && device
      ? `${browser} on ${device}`
      : (browser ?? nameIn(programs, userAgent) ?? device ?? 'API client');
  return scope?.kind === 'extension' ? `Extension, ${name}` : name;
}
