/** What the account page counts bytes by (surroundings §3). Folders count as Other with no bytes. */
export const usageClasses = ['Images', 'Videos', 'Music', 'Links', 'Youtube', 'Documents', 'Other'] as const;
export type UsageClass = (typeof usageClasses)[number];
