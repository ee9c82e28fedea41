export const logError = (what: string, cause?: unknown): void => {
  // oxlint-disable-next-line no-console -- the one place that writes there
  console.error(what, ...(cause === undefined ? [] : [cause]));
};
