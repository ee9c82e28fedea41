import { Transform } from 'node:stream';

/** Shared by several streams. */
export class ByteBudget {
  constructor(
    private left: number,
    /** Called once. */
    private readonly onSpent: () => void,
  ) {}

  /** Counts what flows through, and stops when the budget is used up. */
  counter(): Transform {
    return new Transform({
      transform: (chunk: Buffer, _, done) => {
        const before = this.left;
        this.left -= chunk.length;
        if (this.left >= 0) return done(null, chunk);
        if (before >= 0) this.onSpent();
        return done(new Error('More bytes than are allowed.'));
      },
    });
  }
}
