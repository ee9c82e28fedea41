/** For each key, in this process. */
export class OneAtATime<K> {
  private readonly running = new Map<K, Promise<unknown>>();

  async run<T>(key: K, work: () => Promise<T>): Promise<T> {
    while (this.running.has(key)) await this.running.get(key)?.catch(() => {});
    const mine = work();
    this.running.set(key, mine);
    try {
      return await mine;
    } finally {
      this.running.delete(key);
    }
  }
}
