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

/** From `User-Agent`, as fixed words only: nothing of the client's is kept or shown. */
export function clientSoftware(userAgent = ''): { device: string | null; browser: string | null } {
  const read = userAgent.slice(0, MAX_READ);
  const nameIn = (table: typeof browsers): string | null =>
    table.find(([sign]) => sign.test(read))?.[1] ?? null;
  return { device: nameIn(devices), browser: nameIn(browsers) };
}
