import type { Settings, SettingsFlag } from '../api/billing/settings.js';

/** All others are on until they are set. */
const OFF_UNTIL_SET: ReadonlySet<SettingsFlag> = new Set<SettingsFlag>(['darkMode']);

/** What a setting that the account may not have chosen yet stands for, in the page and in the services. */
export const isSettingOn = (settings: Settings, flag: SettingsFlag): boolean =>
  settings[flag] ?? !OFF_UNTIL_SET.has(flag);
