export class RequestsInFlight {
  private count = 0;
  private readonly waiting = new Set<() => void>();
  private closed = false;
  private left = false;

  get stopping(): boolean {
    return this.closed;
  }

  /** About to stop: requests are still taken, but senders had better go elsewhere. */
  get leaving(): boolean {
    return this.left;
  }

  leave(): void {
    this.left = true;
  }

  get running(): number {
    return this.count;
  }

  begin(): void {
    this.count += 1;
  }

  end(): void {
    this.count -= 1;
    if (this.count > 0) return;
    for (const done of this.waiting) done();
  }

  /** Resolves with true when the last request has ended, with false after `timeoutMs`. */
  async drain(timeoutMs: number): Promise<boolean> {
    this.left = true;
    this.closed = true;
    if (this.count === 0) return true;
    return new Promise((resolve) => {
      const finish = (idle: boolean) => () => {
        clearTimeout(timer);
        this.waiting.delete(done);
        resolve(idle);
      };
      const done = finish(true);
      const timer = setTimeout(finish(false), timeoutMs);
      this.waiting.add(done);
    });
  }
}
