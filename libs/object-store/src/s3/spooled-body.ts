import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** S3 has to be told a length before the first byte: a body of unknown length lies in a temporary file meanwhile. */
export async function withSpooled<T>(
  body: Readable,
  work: (body: Readable, size: number) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'skyshelf-body-'));
  try {
    const file = createWriteStream(join(folder, 'body'), { mode: 0o600 });
    await pipeline(body, file);
    return await work(createReadStream(join(folder, 'body')), file.bytesWritten);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
