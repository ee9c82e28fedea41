/** For `aria-activedescendant`. */
export const optionId = (elementId: string): string => `element-${elementId}`;
