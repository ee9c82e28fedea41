/** So many tiles of a frame get their picture and name: one costs a millisecond, and four on a slow machine. */
const A_FRAME = 12;

/** Which tiles are drawn whole. Of many that come at once the others are empty for a frame or some. */
export class TileFaces {
  #drawn: ReadonlySet<string> = new Set();
  #isWhole = true;

  /** Whether nothing is left for the next frame. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** Those of the tiles of a frame that are drawn whole: all that were, and some more. `first` goes before others. */
  of(ids: readonly string[], first: string | null): ReadonlySet<string> {
    const isDrawn = (id: string): boolean => this.#drawn.has(id);
    const fresh = ids
      .filter((id) => !isDrawn(id))
      .toSorted((a, b) => Number(b === first) - Number(a === first));
    this.#isWhole = fresh.length <= A_FRAME;
    this.#drawn = new Set([...ids.filter(isDrawn), ...fresh.slice(0, A_FRAME)]);
    return this.#drawn;
  }
}
