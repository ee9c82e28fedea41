import type { LauncherSystem } from '@skyshelf/contracts/browser';

export interface SystemHints {
  userAgent: string;
  maxTouchPoints: number;
  userAgentData?: { platform: string; mobile: boolean } | undefined;
}

/** By what browsers call it (User-Agent Client Hints), and by their user agent. */
const systems: readonly (readonly [name: string, agent: RegExp, LauncherSystem])[] = [
  ['Windows', /Windows NT/, 'windows'],
  ['macOS', /Macintosh/, 'macos'],
];

/**
 * The desktop system that it runs on, if it is one that has a launcher. An iPad says that it is a Mac, but can be
 * touched.
 */
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

/** Whether it is a phone or a tablet: all that there is to point with is a finger. */
export const isHandheld = (): boolean => matchMedia('(hover: none) and (pointer: coarse)').matches;
