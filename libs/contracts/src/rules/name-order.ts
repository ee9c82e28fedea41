const natural = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Names in the order in which people look for them: without case and accents, `2` before `10`. About 1 µs a comparison. */
export const compareNames = (a: string, b: string): number => natural.compare(a, b);
