/** The last of things done side by side such that all before it are done too. */
export class LowMark<T> {
  private readonly underWay: { item: T; done: boolean }[] = [];
  /** Null before the first. */
  value: T | null = null;

  /** @returns what to call when it is done */
  begin(item: T): () => void {
    const entry = { item, done: false };
    this.underWay.push(entry);
    return () => {
      entry.done = true;
      while (this.underWay[0]?.done) this.value = this.underWay.shift()?.item ?? this.value;
    };
  }
}
