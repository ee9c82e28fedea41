import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { readName, type KnownName } from './name.js';

export type { KnownName } from './name.js';

/** The longest unused names are dropped (their accounts are not). */
const MAX_NAMES = 12;

/** Newest first. */
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
