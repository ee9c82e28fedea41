/** Tiles drawn whole in a frame: one costs 1 ms, 4 on a slow machine. */
const A_FRAME = 12;

/** Of many new tiles, some stay empty for a frame or more. */
export class TileFaces {
  #drawn: ReadonlySet<string> = new Set();
  #isWhole = true;

  get isWhole(): boolean {
    return this.#isWhole;
  }

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
