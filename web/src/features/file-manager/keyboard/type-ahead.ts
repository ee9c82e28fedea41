import { foldAccents } from '@skyshelf/contracts/rules';
import type { ElementView } from '@skyshelf/contracts/browser';
import { foldedName } from '../listing/sorted-listing.js';

/** Most names differ in their first character, before they are folded. */
export const namesOf = (elements: readonly ElementView[]): Names => ({
  count: elements.length,
  startsWith: (at, prefix) => {
    const element = elements[at];
    if (!element) return false;
    const first = element.linkname.charAt(0);
    const isPlain = first < '\u0080';
    return (!isPlain || first.toLowerCase() === prefix.charAt(0)) && foldedName(element).startsWith(prefix);
  },
});

const PAUSE_MS = 1000;

interface Names {
  count: number;
  /** @param prefix folded */
  startsWith(at: number, prefix: string): boolean;
}

export class TypeAhead {
  #typed = '';
  #last = Number.NEGATIVE_INFINITY;

  /** @param now milliseconds of any clock */
  constructor(private readonly now: () => number) {}

  get typing(): boolean {
    return this.#typed !== '' && this.now() - this.#last <= PAUSE_MS;
  }

  end(): void {
    this.#typed = '';
  }

  /**
   * One letter again and again goes through all that begin with it.
   * @param active -1 for nowhere
   */
  next(sign: string, names: Names, active: number): number | null {
    this.#typed = this.typing ? this.#typed + foldAccents(sign) : foldAccents(sign);
    this.#last = this.now();
    const typed = this.#typed;
    const more = typed.length > 1;
    const found = search(names, typed, more ? Math.max(0, active) : active + 1);
    if (found !== null || !more) return found;
    const [first = ''] = typed;
    return typed === first.repeat(typed.length) ? search(names, first, active + 1) : null;
  }
}

const search = ({ count, startsWith }: Names, prefix: string, start: number): number | null => {
  for (let step = 0; step < count; step += 1) {
    const at = (start + step) % count;
    if (startsWith(at, prefix)) return at;
  }
  return null;
};
