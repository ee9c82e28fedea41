import { limits } from '@skyshelf/contracts/browser';
import { elementName, nameKey, numberedName } from '@skyshelf/contracts/rules';
import { text } from '../../../shared/messages/en.js';

const aNumber = /^(.*\S) \((\d{1,5})\)$/s;

/** `C (2)`: only calls give a name such a number. */
export function unnumbered(name: string): { linkname: string; number?: number } {
  const [, stem = '', digits = ''] = aNumber.exec(name) ?? [];
  const number = Number(digits);
  return number >= 2 && number <= limits.maxNameNumber ? { linkname: stem, number } : { linkname: name };
}

function keptName(given: string): string {
  const { linkname, number } = unnumbered(given);
  const { value, refusal } = elementName(linkname);
  if (refusal === 'name.required') return text.uploads.unnamed;
  const name = value ?? linkname;
  return number === undefined ? name : numberedName(name, number, false);
}

/**
 * The names that folders of one folder get, in their order: no two meet, though `C++` and `C#` are both kept as
 * `C`, or some system tells `Photos` from `photos`. The same for the same names, in whatever order.
 */
export function folderNames(given: readonly string[]): string[] {
  const names = given.map((each, index) => ({ given: each.normalize('NFC'), kept: keptName(each), index }));
  const taken = new Set<string>();
  const orderly = names.toSorted(
    (a, b) =>
      Number(b.given === b.kept) - Number(a.given === a.kept) ||
      (a.given < b.given ? -1 : Number(a.given > b.given)),
  );
  for (const each of orderly) {
    const wanted = each.kept;
    for (let number = 2; taken.has(nameKey(each.kept)); number += 1)
      each.kept = numberedName(unnumbered(wanted).linkname, number, false);
    taken.add(nameKey(each.kept));
  }
  return names.map(({ kept }) => kept);
}

/** Of chosen files, which know the folders above as `a/b`. */
export class FolderPaths {
  readonly #below = new Map<string, Set<string>>();
  readonly #kept = new Map<string, readonly string[]>([['', []]]);
  readonly renamed: { name: string; to: string }[] = [];

  constructor(paths: Iterable<string>) {
    for (const path of new Set(paths)) {
      const names = path.split('/');
      names.forEach((name, depth) => {
        const above = names.slice(0, depth).join('/');
        this.#below.set(above, (this.#below.get(above) ?? new Set()).add(name));
      });
    }
  }

  of(path: string): readonly string[] {
    const known = this.#kept.get(path);
    if (known) return known;
    const above = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    const given = [...(this.#below.get(above) ?? [])];
    const parent = this.of(above);
    folderNames(given).forEach((name, index) => {
      const was = given[index] ?? '';
      this.#kept.set(above === '' ? was : `${above}/${was}`, [...parent, name]);
      if (name !== was.normalize('NFC')) this.renamed.push({ name: was, to: name });
    });
    return this.#kept.get(path) ?? parent;
  }
}
