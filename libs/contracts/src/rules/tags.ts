/** Composed, trimmed, each once, in the order given. */
export const tagsOf = (tags: readonly string[] = []): string[] => [
  ...new Set(
    tags.map((tag) => tag.normalize('NFC').replace(/\s+/gu, ' ').trim()).filter((tag) => tag !== ''),
  ),
];

export const sameTags = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((tag, index) => tag === b[index]);
