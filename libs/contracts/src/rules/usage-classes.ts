/** Folders count as Other with no bytes (surroundings §3). */
export const usageClasses = ['Images', 'Videos', 'Music', 'Links', 'Youtube', 'Documents', 'Other'] as const;
export type UsageClass = (typeof usageClasses)[number];
