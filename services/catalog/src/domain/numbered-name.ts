import { limits } from '@skyshelf/contracts';
import { nameKey, splitFileName } from '@skyshelf/contracts/rules';

/** A name that is free: the wanted one, or the first of `name (2)`, `name (3)` … An extension stays at the end. */
export function freeName(
  name: string,
  isTaken: (key: string) => boolean,
  hasExtension = false,
): { name: string; nameKey: string } {
  for (let number = 1; ; number += 1) {
    const wanted = number === 1 ? name : numbered(name, number, hasExtension);
    const key = nameKey(wanted);
    if (!isTaken(key)) return { name: wanted, nameKey: key };
  }
}

function numbered(name: string, number: number, hasExtension: boolean): string {
  const { stem, suffix } = hasExtension ? splitFileName(name) : { stem: name, suffix: null };
  const ending = ` (${number})${suffix === null ? '' : `.${suffix}`}`;
  const room = limits.maxNameCharacters - [...ending].length;
  return `${[...stem].slice(0, room).join('').trimEnd()}${ending}`;
}
