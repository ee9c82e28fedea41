const WINDOW_MS = 5000;

export class Speed {
  #samples: { at: number; bytes: number }[] = [];

  /** @param at milliseconds */
  add(at: number, bytes: number): void {
    this.#samples.push({ at, bytes });
    this.#trim(at);
  }

  /** Bytes a second. */
  at(now: number): number {
    this.#trim(now);
    const first = this.#samples[0];
    if (!first) return 0;
    const seconds = Math.max(0.5, (now - first.at) / 1000);
    return this.#samples.reduce((sum, sample) => sum + sample.bytes, 0) / seconds;
  }

  #trim(now: number): void {
    this.#samples = this.#samples.filter((sample) => now - sample.at <= WINDOW_MS);
  }
}
