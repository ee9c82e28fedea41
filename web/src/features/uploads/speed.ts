const WINDOW_MS = 5000;

/** How fast bytes leave, over the last five seconds. */
export class Speed {
  #samples: { at: number; bytes: number }[] = [];

  /** `bytes` left at time `at` (milliseconds). */
  add(at: number, bytes: number): void {
    this.#samples.push({ at, bytes });
    this.#trim(at);
  }

  /** Bytes a second, 0 when nothing moved lately. */
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
