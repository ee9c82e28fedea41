import { limits } from '@skyshelf/contracts';
import type { Clock } from '@skyshelf/tokens';

export interface ChunkPace {
  next(): number;
  /** Milliseconds for which the drive was held. */
  took(elements: number, ms: number): void;
}

export const fullChunks: ChunkPace = { next: () => limits.maxElementsPerTransaction, took: () => undefined };

/**
 * A user's command waits for the running chunk: 20 ms go unnoticed, 50 to 200 elements on an idle machine.
 */
const CHUNK_MS = 20;
/** With fewer, most of a chunk would be the commit. */
const LEAST = 50;

export class AdaptiveChunkPace implements ChunkPace {
  private elements = LEAST;

  next(): number {
    return this.elements;
  }

  took(elements: number, ms: number): void {
    if (elements === 0) return;
    const inTime = Math.floor((elements * CHUNK_MS) / Math.max(1, ms));
    const most = Math.min(limits.maxElementsPerTransaction, this.elements * 2);
    this.elements = Math.max(LEAST, Math.min(inTime, most));
  }
}

/** Milliseconds a command holds its drive: from the first read, not while queued. */
export class FenceTimer {
  private since: number | null = null;

  constructor(private readonly clock: Clock) {}

  begin(): void {
    this.since ??= this.clock.now().getTime();
  }

  ms(): number {
    return this.since === null ? 0 : this.clock.now().getTime() - this.since;
  }
}
