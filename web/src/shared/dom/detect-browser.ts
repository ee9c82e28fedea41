export type Browser = 'chrome' | 'edge' | 'firefox' | 'safari' | 'internet-explorer' | 'other';

/** User-Agent Client Hints; each Chromium names Chromium too, so the order counts. */
const brands: readonly (readonly [RegExp, Browser])[] = [
  [/Edge/, 'edge'],
  [/Google Chrome|^Chromium$/, 'chrome'],
];

/** Without brands. */
const agents: readonly (readonly [RegExp, Browser])[] = [
  [/Edg(e|A|iOS)?\//, 'edge'],
  [/Firefox\/|FxiOS\//, 'firefox'],
  [/OPR\//, 'other'],
  [/Chrome\/|CriOS\//, 'chrome'],
  [/Safari\//, 'safari'],
  [/Trident\/|MSIE /, 'internet-explorer'],
];

export interface BrowserHints {
  userAgent: string;
  userAgentData?: { brands: readonly { brand: string }[] } | undefined;
}

export const detectBrowser = ({ userAgent, userAgentData }: BrowserHints): Browser => {
  const named = userAgentData?.brands.map(({ brand }) => brand) ?? [];
  if (named.some((brand) => /Opera|Brave|Vivaldi/.test(brand))) return 'other';
  const byBrand = brands.find(([pattern]) => named.some((brand) => pattern.test(brand)));
  return byBrand?.[1] ?? agents.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'other';
};
