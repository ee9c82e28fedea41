import { limits } from '@skyshelf/contracts';

/** How many elements the next chunk of a long command takes. */
export interface ChunkPace {
  next(): number;
  /** A chunk of so many has held the drive for so long, milliseconds. */
  took(elements: number, ms: number): void;
}

/** As many as a transaction takes. */
export const fullChunks: ChunkPace = { next: () => limits.maxElementsPerTransaction, took: () => undefined };

/**
 * A user's command waits for the chunk under way, so a chunk is as long as a person does not notice. That is 50 to 200
 * elements on a machine with nothing else to do.
 */
const CHUNK_MS = 20;
/** However busy the machine is: with fewer, most of a chunk would be the commit. */
const LEAST = 50;

/** As many as the chunks before have shown to be done in 20 ms. */
export class BriefChunks implements ChunkPace {
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
