import { createHash } from 'node:crypto';
import { link, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Transform, type Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DomainError } from '@skyshelf/contracts';
import { pack } from 'tar-stream';
import { entryNames } from './archive-format.js';

const PARTIAL = '.partial';

/** Next to its target, renamed when synced. Private; never replaces a file. */
export class ArchiveWriter {
  private readonly pack = pack();
  private readonly digest = createHash('sha256');
  private readonly written: Promise<void>;
  private entries = 0;
  bytes = 0;

  private constructor(
    private readonly file: string,
    private readonly partial: string,
    to: Writable,
  ) {
    this.written = pipeline(this.pack, to);
    this.written.catch(() => undefined);
  }

  /** @throws DomainError `input.invalid`: no such folder, not writable, or the file exists */
  static async create(file: string): Promise<ArchiveWriter> {
    const partial = `${file}${PARTIAL}`;
    try {
      const handle = await open(partial, 'wx', 0o600);
      return new ArchiveWriter(file, partial, handle.createWriteStream({ flush: true }));
    } catch (error) {
      throw refusalOf(error, partial);
    }
  }

  async json(name: string, value: unknown): Promise<void> {
    const text = Buffer.from(`${JSON.stringify(value)}\n`);
    await this.text(name, text);
  }

  async lines(name: string, values: readonly string[]): Promise<void> {
    await this.text(name, Buffer.from(values.map((each) => `${each}\n`).join('')));
  }

  /** @returns the bytes' SHA-256. @throws when there are not `size` of them */
  async stream(name: string, body: Readable, size: number): Promise<string> {
    const hash = createHash('sha256');
    const hashing = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        done(null, chunk);
      },
    });
    await this.whileWriting(pipeline(body, hashing, this.pack.entry({ name, size, mode: 0o600 })));
    return this.seen(name, hash.digest('hex'), size);
  }

  /** @throws DomainError `input.invalid`: the file exists by now */
  async finish(): Promise<void> {
    await this.json(entryNames.end, { entries: this.entries, sha256: this.digest.digest('hex') });
    this.pack.finalize();
    await this.written;
    try {
      await link(this.partial, this.file);
    } catch (error) {
      throw refusalOf(error, this.file);
    }
    await rm(this.partial);
    const folder = await open(dirname(this.file));
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  }

  /** Leaves nothing behind. */
  async giveUp(): Promise<void> {
    this.pack.destroy();
    await this.written.catch(() => undefined);
    await rm(this.partial, { force: true });
  }

  private async text(name: string, text: Buffer): Promise<void> {
    const entry = this.pack.entry({ name, size: text.length, mode: 0o600 });
    const ended = new Promise<void>((resolve, reject) => {
      entry.once('finish', resolve);
      entry.once('error', reject);
    });
    entry.end(text);
    await this.whileWriting(ended);
    if (name !== entryNames.end)
      this.seen(name, createHash('sha256').update(text).digest('hex'), text.length);
  }

  /** A full disk would never drain. */
  private async whileWriting(step: Promise<void>): Promise<void> {
    try {
      await Promise.race([step, this.written]);
    } catch (error) {
      // Ends the current entry too.
      this.pack.destroy(error instanceof Error ? error : new Error(String(error)));
      const first: unknown = await this.written.then(
        () => error,
        (cause: unknown) => cause,
      );
      throw refusalOf(first, this.partial);
    }
  }

  private seen(name: string, sha256: string, size: number): string {
    this.entries += 1;
    this.bytes += size;
    this.digest.update(`${sha256} ${name}\n`);
    return sha256;
  }
}

function refusalOf(error: unknown, file: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  const why: Record<string, string> = {
    EEXIST: file.endsWith(PARTIAL)
      ? `${file} is there already: another export writes it, or one that was killed has left it.`
      : `${file} is there already.`,
    ENOENT: `There is no folder for ${file}.`,
    EACCES: `${file} may not be written.`,
    ENOSPC: `There is no room for ${file}.`,
  };
  const message = typeof code === 'string' ? why[code] : undefined;
  return message ? new DomainError('input.invalid', { message, cause: error }) : error;
}
