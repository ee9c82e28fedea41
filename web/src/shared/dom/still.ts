/** Whether nothing is to move: the system says so, or the account's setting does. */
export const prefersStill = (): boolean =>
  matchMedia('(prefers-reduced-motion: reduce)').matches || 'still' in document.documentElement.dataset;
