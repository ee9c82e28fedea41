export interface TopicPartition {
  topic: string;
  partition: number;
}

export const keyOf = ({ topic, partition }: TopicPartition): string => `${topic}/${partition}`;

/** Only the offset before which all are passed may be committed. */
export class PartitionProgress {
  /** Offset → how often it was delivered. */
  private readonly inHand = new Map<bigint, number>();
  private end: bigint | null = null;
  private stored: bigint | null = null;

  get size(): number {
    return this.inHand.size;
  }

  /** Offsets that a crash would repeat. */
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

  /** The offset to read from after a restart; null if unchanged. */
  toCommit(): bigint | null {
    const place = this.place();
    return place === this.stored ? null : place;
  }

  committed(place: bigint): void {
    this.stored = place;
  }

  private place(): bigint | null {
    // Insertion order is offset order, apart from few repeats after a rebalance.
    let least: bigint | null = null;
    for (const offset of this.inHand.keys()) if (least === null || offset < least) least = offset;
    return least ?? this.end;
  }
}
