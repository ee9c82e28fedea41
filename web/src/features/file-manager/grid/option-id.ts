/** Id in the page, for `aria-activedescendant`. */
export const optionId = (elementId: string): string => `element-${elementId}`;
