const UNITS = ['Bytes', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB'] as const;

/** Base 1024, at most `decimals` places. `1536` → `[1.5, 'KB']`. */
export function sizeParts(bytes: number, decimals = 2): readonly [number, string] {
  if (!Number.isFinite(bytes) || bytes <= 0) return [0, UNITS[0]];
  const step = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log2(bytes) / 10)));
  const rounded = Number((bytes / 1024 ** step).toFixed(step === 0 ? 0 : decimals));
  // Rounding may reach the next unit: 1023.999 KB is 1 MB.
  const isNext = rounded >= 1024 && step < UNITS.length - 1;
  return isNext ? [1, UNITS[step + 1] ?? ''] : [rounded, UNITS[step] ?? ''];
}
