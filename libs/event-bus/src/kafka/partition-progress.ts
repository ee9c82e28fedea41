/**
 * How far one partition has been passed. Events are passed in any order; what may be committed is the place before which all are.
 */
export class PartitionProgress {
  /** Offsets in hand, each as often as it was handed over. */
  private readonly inHand = new Map<bigint, number>();
  private end: bigint | null = null;
  private stored: bigint | null = null;

  /** Events in hand. */
  get size(): number {
    return this.inHand.size;
  }

  /** Offsets between the place that may be committed and the last one taken: what would come again after a crash. */
  get span(): number {
    const place = this.place();
    return place === null || this.end === null ? 0 : Number(this.end - place);
  }

  take(offset: bigint): void {
    this.inHand.set(offset, (this.inHand.get(offset) ?? 0) + 1);
    if (this.end === null || offset >= this.end) this.end = offset + 1n;
  }

  passed(offset: bigint): void {
    const times = this.inHand.get(offset) ?? 0;
    if (times > 1) this.inHand.set(offset, times - 1);
    else this.inHand.delete(offset);
  }

  /** The offset to commit (the next one to be read after a restart), when it is another than last time. */
  toCommit(): bigint | null {
    const place = this.place();
    return place === this.stored ? null : place;
  }

  committed(place: bigint): void {
    this.stored = place;
  }

  private place(): bigint | null {
    // Insertion order is offset order, but for repetitions after a rebalance; those are few.
    let least: bigint | null = null;
    for (const offset of this.inHand.keys()) if (least === null || offset < least) least = offset;
    return least ?? this.end;
  }
}
