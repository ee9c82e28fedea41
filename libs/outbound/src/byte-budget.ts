import { Transform } from 'node:stream';

/** So many bytes for several streams together. */
export class ByteBudget {
  constructor(
    private left: number,
    /** Called once, when they are used up. */
    private readonly onSpent: () => void,
  ) {}

  /** Counts what flows through; lets nothing more through when the bytes are used up. */
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
