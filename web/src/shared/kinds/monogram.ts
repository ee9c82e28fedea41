export interface Monogram {
  letter: string;
  /** Degrees of the colour wheel, by the host. */
  hue: number;
}

const hostOf = (url: string): string => {
  try {
    return new URL(url).hostname.replace(/^www\./, '');
  } catch {
    return '';
  }
};

export const monogramOf = (url: string, name: string): Monogram => {
  const host = hostOf(url);
  let hash = 7;
  for (const character of host || name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 100_003;
  const letter = [...(host || name).trim()].find((character) => /[\p{L}\p{N}]/u.test(character)) ?? '•';
  return { letter: letter.toUpperCase(), hue: hash % 360 };
};
