import type { LauncherSystem } from '@skyshelf/contracts/browser';

export type Browser = 'chrome' | 'edge' | 'firefox' | 'safari' | 'internet-explorer' | 'other';

/** User-Agent Client Hints; each Chromium names Chromium too, so the order counts. */
const brands: readonly (readonly [RegExp, Browser])[] = [
  [/Edge/, 'edge'],
  [/Google Chrome|^Chromium$/, 'chrome'],
];

/** It is used where the browser reports no brands. */
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

interface SystemHints {
  userAgent: string;
  maxTouchPoints: number;
  userAgentData?: { platform: string; mobile: boolean } | undefined;
}

/** The name is that of Client Hints; the pattern matches the user agent. */
const systems: readonly (readonly [name: string, agent: RegExp, LauncherSystem])[] = [
  ['Windows', /Windows NT/, 'windows'],
  ['macOS', /Macintosh/, 'macos'],
];

/** An iPad says that it is a Mac, but can be touched. */
export const detectSystem = ({
  userAgent,
  maxTouchPoints,
  userAgentData,
}: SystemHints): LauncherSystem | null => {
  if (userAgentData?.mobile) return null;
  const found = systems.find(([name, agent]) =>
    userAgentData ? userAgentData.platform === name : agent.test(userAgent),
  )?.[2];
  return found === 'macos' && maxTouchPoints > 1 ? null : (found ?? null);
};

/** The only pointing device is a finger. */
export const isHandheld = (): boolean => matchMedia('(hover: none) and (pointer: coarse)').matches;

/** The extension that this browser accepts. */
export type ExtensionFamily = 'chrome' | 'firefox';

export function extensionFamily(): ExtensionFamily | null {
  const browser = detectBrowser(navigator);
  if (isHandheld()) return null;
  if (browser === 'firefox') return 'firefox';
  return browser === 'chrome' || browser === 'edge' ? 'chrome' : null;
}
