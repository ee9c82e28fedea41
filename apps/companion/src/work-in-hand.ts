/** Counts requests and imports that have begun and not ended, and knows whether the process is about to stop. */
export class WorkInHand {
  private count = 0;
  private left = false;
  private readonly waiting = new Set<() => void>();

  get leaving(): boolean {
    return this.left;
  }

  leave(): void {
    this.left = true;
  }

  /** @returns what ends it; it may be called again */
  begin(): () => void {
    this.count += 1;
    let hasEnded = false;
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      this.count -= 1;
      if (this.count === 0) for (const done of this.waiting) done();
    };
  }

  /** Resolves when nothing is in hand, or after `withinMs`. */
  async finish(withinMs: number): Promise<void> {
    if (this.count === 0) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.waiting.delete(done);
        resolve();
      };
      const timer = setTimeout(done, withinMs);
      this.waiting.add(done);
    });
  }
}
