/** With concurrent work: the last item before which all are done. */
export class LowMark<T> {
  private readonly underWay: { item: T; done: boolean }[] = [];
  /** Null before the first. */
  value: T | null = null;

  /** @returns call it when the item is done */
  begin(item: T): () => void {
    const entry = { item, done: false };
    this.underWay.push(entry);
    return () => {
      entry.done = true;
      while (this.underWay[0]?.done) this.value = this.underWay.shift()?.item ?? this.value;
    };
  }
}
