import { limits } from '@skyshelf/contracts';
import { nameKey, splitFileName } from '@skyshelf/contracts/rules';

export interface FreeName {
  name: string;
  nameKey: string;
}

/** The wanted one, or the first free `name (2)`, `name (3)` … before the extension. */
export function freeName(name: string, isTaken: (key: string) => boolean, hasExtension = false): FreeName {
  for (let number = 1; ; number += 1) {
    const free = nameAt(name, number, hasExtension);
    if (!isTaken(free.nameKey)) return free;
  }
}

/** 1 stands for the name itself. */
export function nameAt(name: string, number: number, hasExtension: boolean): FreeName {
  const wanted = number === 1 ? name : numbered(name, number, hasExtension);
  return { name: wanted, nameKey: nameKey(wanted) };
}

function numbered(name: string, number: number, hasExtension: boolean): string {
  const { stem, suffix } = hasExtension ? splitFileName(name) : { stem: name, suffix: null };
  const ending = ` (${number})${suffix === null ? '' : `.${suffix}`}`;
  const room = limits.maxNameCharacters - [...ending].length;
  return `${[...stem].slice(0, room).join('').trimEnd()}${ending}`;
}
