import { foldAccents } from '@skyshelf/contracts/rules';

const PAUSE_MS = 1000;

/** The names of a listing, in the order of the screen. */
export interface Names {
  count: number;
  /** @param prefix folded */
  startsWith(at: number, prefix: string): boolean;
}

/** Goes to a name by its first letters, as they are typed. */
export class TypeAhead {
  #typed = '';
  #last = Number.NEGATIVE_INFINITY;

  /** @param now milliseconds of any clock */
  constructor(private readonly now: () => number) {}

  /** Whether the next sign still belongs to the same name. */
  get typing(): boolean {
    return this.#typed !== '' && this.now() - this.#last <= PAUSE_MS;
  }

  /** The next sign begins another name. */
  end(): void {
    this.#typed = '';
  }

  /**
   * The index of the name that the letters so far lead to, null when there is none. One letter again and again goes
   * through all names that begin with it.
   * @param names how many there are, and how one of them begins
   * @param active where the keyboard is, -1 for nowhere
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

/** From `start` on and round to it again. */
const search = ({ count, startsWith }: Names, prefix: string, start: number): number | null => {
  for (let step = 0; step < count; step += 1) {
    const at = (start + step) % count;
    if (startsWith(at, prefix)) return at;
  }
  return null;
};
