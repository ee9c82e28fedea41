/**
 * Reads a gauge throttled whose reading costs the database something.
 * @param everyMs a scrape within that time shows what was read before
 */
export function throttled(read: () => Promise<void>, everyMs: number, now = () => performance.now()) {
  let at = -Infinity;
  return async (): Promise<void> => {
    if (now() - at < everyMs) return;
    at = now();
    await read().catch((error: unknown) => {
      at = -Infinity;
      throw error;
    });
  };
}
