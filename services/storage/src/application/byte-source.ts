import { DomainError } from '@skyshelf/contracts';

const incomplete = (cause?: unknown): DomainError => new DomainError('upload.incomplete', { cause });

export class ByteSource {
  private readonly chunks: AsyncIterator<Uint8Array>;
  private rest: Buffer = Buffer.alloc(0);

  constructor(body: AsyncIterable<Uint8Array>) {
    this.chunks = body[Symbol.asyncIterator]();
  }

  /**
   * Gives a line without its line feed; null when it is longer than `most` bytes.
   * @throws DomainError `upload.incomplete`
   */
  async line(most: number): Promise<Buffer | null> {
    const pieces: Buffer[] = [];
    let length = 0;
    while (length <= most && (await this.more())) {
      const end = this.rest.indexOf(0x0a);
      const piece = this.rest.subarray(0, end < 0 ? undefined : end);
      pieces.push(piece);
      length += piece.length;
      this.rest = this.rest.subarray(piece.length + (end < 0 ? 0 : 1));
      if (end >= 0) return length <= most ? Buffer.concat(pieces, length) : null;
    }
    return null;
  }

  /** @throws DomainError `upload.incomplete` */
  async take(size: number): Promise<Uint8Array> {
    const pieces = await Array.fromAsync(this.pass(size));
    const [only] = pieces;
    return only && pieces.length === 1 ? only : Buffer.concat(pieces, size);
  }

  /** @throws DomainError `upload.incomplete` */
  async *pass(size: number): AsyncGenerator<Uint8Array> {
    for (let missing = size; missing > 0;) {
      if (!(await this.more())) throw incomplete();
      const piece = this.rest.subarray(0, missing);
      this.rest = this.rest.subarray(piece.length);
      missing -= piece.length;
      yield piece;
    }
  }

  /** @throws DomainError `upload.incomplete`: there is more */
  async end(): Promise<void> {
    if (await this.more()) throw incomplete();
  }

  /** After a failure reads the rest, which would else block the connection's next request. */
  async through<T>(work: (bytes: this) => Promise<T>): Promise<T> {
    try {
      return await work(this);
    } catch (error) {
      await this.drain();
      throw error;
    }
  }

  private async drain(): Promise<void> {
    try {
      while (!(await this.chunks.next()).done);
    } catch {
      // The sender is gone.
    }
  }

  private async more(): Promise<boolean> {
    try {
      while (this.rest.length === 0) {
        const { done, value } = await this.chunks.next();
        if (done) return false;
        this.rest = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
      }
      return true;
    } catch (error) {
      throw error instanceof DomainError ? error : incomplete(error);
    }
  }
}
