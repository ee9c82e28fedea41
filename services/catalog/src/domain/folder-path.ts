/** `/a/b/` and `/a/b` are `['a', 'b']`; null when a segment is empty. */
export function segmentsOf(path: string): string[] | null {
  const inner = path.replace(/^\//, '').replace(/\/$/, '');
  if (inner === '') return path === '//' ? null : [];
  const segments = inner.split('/');
  return segments.includes('') ? null : segments;
}

/** Starts and ends with `/`. */
export const pathOf = (names: readonly string[]): string =>
  names.length === 0 ? '/' : `/${names.join('/')}/`;
