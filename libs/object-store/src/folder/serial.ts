/** Works of the same name run one after the other. */
export class Serial {
  private readonly tails = new Map<string, Promise<unknown>>();

  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.tails.get(name) ?? Promise.resolve();
    const mine = before.then(work, work);
    const tail = mine.catch(() => {}); // the caller hears of it; the next one goes on
    this.tails.set(name, tail);
    try {
      return await mine;
    } finally {
      if (this.tails.get(name) === tail) this.tails.delete(name);
    }
  }
}
