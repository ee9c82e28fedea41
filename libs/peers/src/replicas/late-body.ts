import { Readable } from 'node:stream';

/** Leaves its source untouched until it is read: after a failed connection another one can send it. */
export class LateBody extends Readable {
  private begun = false;

  constructor(private readonly source: Readable) {
    super();
  }

  /** Whether bytes of the source may be gone. */
  get spent(): boolean {
    return this.begun;
  }

  override _read(): void {
    if (this.begun) return void this.source.resume();
    this.begun = true;
    this.source.on('data', this.onData).once('end', this.onEnd).once('error', this.onError);
    this.source.once('close', this.onClose);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (this.begun) {
      this.source.off('data', this.onData).off('end', this.onEnd).off('close', this.onClose);
      // The rest is drained until the answer is out: the sender is not cut off.
      if (!this.source.readableEnded) this.source.resume();
    }
    done(error);
  }

  private readonly onData = (chunk: Buffer): void => {
    if (!this.push(chunk)) this.source.pause();
  };

  private readonly onEnd = (): void => void this.push(null);

  private readonly onError = (error: Error): void => void this.destroy(error);

  private readonly onClose = (): void => {
    if (!this.source.readableEnded) this.destroy(new Error('The sender broke off.'));
  };
}
