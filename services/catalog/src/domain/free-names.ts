import { type ElementClass, limits } from '@skyshelf/contracts';
import { nameKey, numberedName } from '@skyshelf/contracts/rules';

/** Siblings may not share it. */
export const siblingKey = ({ class: kind, nameKey: key }: { class: ElementClass; nameKey: string }): string =>
  `${kind} ${key}`;

export interface NamedElement {
  class: ElementClass;
  name: string;
  extension: string | null;
}

/** Taken names: leave the elements out, or append the first free number. */
export type NameConflict = 'skip' | 'number';

/** An upload can also replace a file of that name. */
export type UploadConflict = NameConflict | 'replace';

/** Each name once: the wanted one or, unless such elements stay out, the first free `name (2)`, `name (3)` … */
export class FreeNames {
  private readonly given = new Set<string>();
  private readonly next: Map<string, number>;

  /**
   * `taken`: others' `siblingKey`s behind `within`; `from`: first numbers by wanted name, from earlier
   * `numbers`.
   */
  constructor(
    private readonly taken: ReadonlySet<string>,
    private readonly conflict: NameConflict,
    from: ReadonlyMap<string, number> = new Map(),
  ) {
    this.next = new Map(from);
  }

  get numbers(): ReadonlyMap<string, number> {
    return this.next;
  }

  take(element: NamedElement, within = ''): (FreeName & { number: number }) | null {
    const found = this.find(element, within);
    if (found) this.give({ class: element.class, nameKey: found.nameKey }, within);
    return found;
  }

  find(element: NamedElement, within = ''): (FreeName & { number: number }) | null {
    const { class: kind, name } = element;
    const most = this.conflict === 'skip' ? 1 : limits.maxNameNumber;
    const hasExtension = element.extension !== null;
    const wanted = `${within}${siblingKey({ class: kind, nameKey: nameKey(name) })}/${hasExtension}`;
    for (let number = this.next.get(wanted) ?? 1; number <= most; number += 1) {
      const free = nameAt(name, number, hasExtension);
      this.next.set(wanted, number);
      const place = within + siblingKey({ class: kind, nameKey: free.nameKey });
      if (!this.taken.has(place) && !this.given.has(place)) return { ...free, number };
    }
    return null;
  }

  give(place: { class: ElementClass; nameKey: string }, within = ''): void {
    this.given.add(within + siblingKey(place));
  }
}

interface FreeName {
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
  const wanted = number === 1 ? name : numberedName(name, number, hasExtension);
  return { name: wanted, nameKey: nameKey(wanted) };
}
