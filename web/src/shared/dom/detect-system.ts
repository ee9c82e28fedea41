import type { LauncherSystem } from '@skyshelf/contracts/browser';

export interface SystemHints {
  userAgent: string;
  maxTouchPoints: number;
  userAgentData?: { platform: string; mobile: boolean } | undefined;
}

/** Client Hints, and user agent. */
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

/** Only fingers to point with. */
export const isHandheld = (): boolean => matchMedia('(hover: none) and (pointer: coarse)').matches;
