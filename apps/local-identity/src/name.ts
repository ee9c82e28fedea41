/** `id`: the part of `sub` after `local|`. */
export interface KnownName {
  id: string;
  name: string;
}

const MAX_NAME = 60;

/**
 * `Alice`, `alice` and ` ALICE ` are one person, shown as typed; spaces become `-` in the id.
 * @returns null when nothing usable is left
 */
export function readName(typed: unknown): KnownName | null {
  if (typeof typed !== 'string' || typed.length > 1000) return null;
  const name = typed
    .normalize('NFKC')
    .replace(/[^\p{L}\p{M}\p{N} ._@'-]/gu, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, MAX_NAME)
    .trim();
  const id = name
    .toLowerCase()
    .normalize('NFC')
    .replaceAll("'", '')
    .replaceAll(' ', '-')
    .replace(/^[.-]+|[.-]+$/g, '');
  return id === '' ? null : { id, name };
}
