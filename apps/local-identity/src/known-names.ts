import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

/** The `id` is the part of `sub` after `local|`. */
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

/** The longest unused names are dropped (their accounts are not). */
const MAX_NAMES = 12;

/** Order: newest first. */
export interface NameKeeper {
  list(): readonly KnownName[];
  remember(name: KnownName): void;
}

const newestFirst = (names: readonly KnownName[], name: KnownName): KnownName[] =>
  [name, ...names.filter((each) => each.id !== name.id)].slice(0, MAX_NAMES);

export function keepNamesInMemory(names: readonly KnownName[] = []): NameKeeper {
  let known = [...names];
  return {
    list: () => known,
    remember: (name) => {
      known = newestFirst(known, name);
    },
  };
}

/** Without the file, names have to be typed again. */
export function keepNamesInFile(file: string): NameKeeper {
  let known = readNames(file);
  return {
    list: () => known,
    remember: (name) => {
      known = newestFirst(known, name);
      writeFileSync(
        `${file}.new`,
        JSON.stringify(
          known.map((each) => each.name),
          null,
          2,
        ),
        { mode: 0o600 },
      );
      renameSync(`${file}.new`, file);
    },
  };
}

function readNames(file: string): KnownName[] {
  try {
    const typed = z.array(z.string()).parse(JSON.parse(readFileSync(file, 'utf8')));
    return typed.map(readName).filter((each) => each !== null);
  } catch {
    return [];
  }
}
