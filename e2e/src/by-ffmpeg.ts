import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Writes a file of this name by ffmpeg. @param more options that may have spaces */
export async function byFfmpeg(name: string, options: string, more: readonly string[] = []): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'sample-'));
  try {
    const words = ['-nostdin', '-v', 'error', ...options.split(' '), ...more, name];
    await promisify(execFile)('ffmpeg', words, { cwd: folder });
    return await readFile(join(folder, name));
  } finally {
    await rm(folder, { recursive: true });
  }
}
