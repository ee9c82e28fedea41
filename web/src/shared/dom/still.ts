const still = matchMedia('(prefers-reduced-motion: reduce)');

/** Whether nothing is to move: the system says so, or the account's setting does. */
export const prefersStill = (): boolean => still.matches || 'still' in document.documentElement.dataset;
