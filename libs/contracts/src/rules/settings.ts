/** Each is a flag of the settings. */
export const newsCategories = [
  'news',
  'sport',
  'business',
  'entertainment',
  'fashion',
  'tech',
  'living',
  'realEstate',
] as const;
export type NewsCategory = (typeof newsCategories)[number];

/** Category flags count as on while unset. */
export const settingsFlags = [
  'animation',
  'darkMode',
  ...newsCategories,
  'defaultLinks',
  'startupAd',
  'likeWebsiteNotification',
] as const;
export type SettingsFlag = (typeof settingsFlags)[number];

/** All others are on until they are set. */
const OFF_UNTIL_SET: ReadonlySet<SettingsFlag> = new Set<SettingsFlag>(['darkMode']);

/** Gives the default of a setting that the account has not chosen, in the page and in the services. */
export const isSettingOn = (
  settings: Readonly<Partial<Record<SettingsFlag, boolean | undefined>>>,
  flag: SettingsFlag,
): boolean => settings[flag] ?? !OFF_UNTIL_SET.has(flag);
