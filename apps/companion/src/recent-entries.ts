/** A map that forgets what was not asked for the longest. */
export class RecentEntries<T> {
  private readonly entries = new Map<string, T>();

  constructor(
    private readonly most: number,
    private readonly forget: (entry: T) => void = () => undefined,
  ) {}

  /** @param make for one that is not known yet */
  of(key: string, make: () => T): T {
    const entry = this.entries.get(key) ?? make();
    this.entries.delete(key);
    this.entries.set(key, entry);
    const [oldest] = this.entries.keys();
    if (this.entries.size > this.most && oldest !== undefined) this.delete(oldest);
    return entry;
  }

  get(key: string): T | undefined {
    return this.entries.get(key);
  }

  delete(key: string): void {
    const entry = this.entries.get(key);
    if (this.entries.delete(key)) this.forget(entry as T);
  }

  [Symbol.iterator](): IterableIterator<[string, T]> {
    return this.entries.entries();
  }
}
