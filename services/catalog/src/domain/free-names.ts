import type { ElementClass } from '@skyshelf/contracts';
import { nameKey } from '@skyshelf/contracts/rules';
import { nameAt, type FreeName } from './numbered-name.js';

/** What two siblings may not share. */
export const placeKey = ({ class: kind, nameKey: key }: { class: ElementClass; nameKey: string }): string =>
  `${kind} ${key}`;

/** What comes into a folder. */
export interface NamedElement {
  class: ElementClass;
  name: string;
  extension: string | null;
}

/** What becomes of names that are taken: their elements stay out, or get the first number that is free. */
export type NameConflict = 'skip' | 'number';

/** Higher numbers are not tried: a folder with so many of a name is left as it is. */
const MOST_TRIED = 10_000;

/** Gives out names, each once: the wanted one or, unless such elements stay out, the first of `name (2)`, `name (3)` … that is free. */
export class FreeNames {
  private readonly given = new Set<string>();
  /** By wanted name, the first number that may be free: those below are not. */
  private readonly next: Map<string, number>;

  /**
   * @param taken places that others have: `placeKey`, behind what `within` says
   * @param from where to begin, by wanted name, as `numbers` of earlier ones said
   */
  constructor(
    private readonly taken: ReadonlySet<string>,
    private readonly conflict: NameConflict,
    from: ReadonlyMap<string, number> = new Map(),
  ) {
    this.next = new Map(from);
  }

  /** By wanted name, the number that was given last. */
  get numbers(): ReadonlyMap<string, number> {
    return this.next;
  }

  /** Gives an element its name; null when there is none. */
  take(element: NamedElement, within = ''): (FreeName & { number: number }) | null {
    const found = this.find(element, within);
    if (found) this.give({ class: element.class, nameKey: found.nameKey }, within);
    return found;
  }

  /** The name that an element would get; null when there is none. */
  find(element: NamedElement, within = ''): (FreeName & { number: number }) | null {
    const { class: kind, name } = element;
    const most = this.conflict === 'skip' ? 1 : MOST_TRIED;
    const hasExtension = element.extension !== null;
    const wanted = `${within}${placeKey({ class: kind, nameKey: nameKey(name) })}/${hasExtension}`;
    for (let number = this.next.get(wanted) ?? 1; number <= most; number += 1) {
      const free = nameAt(name, number, hasExtension);
      this.next.set(wanted, number);
      const place = within + placeKey({ class: kind, nameKey: free.nameKey });
      if (!this.taken.has(place) && !this.given.has(place)) return { ...free, number };
    }
    return null;
  }

  /** From now on nobody else gets this place. */
  give(place: { class: ElementClass; nameKey: string }, within = ''): void {
    this.given.add(within + placeKey(place));
  }
}
