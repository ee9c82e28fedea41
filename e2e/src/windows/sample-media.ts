import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** What ffmpeg writes into a file of this name. */
export async function byFfmpeg(name: string, ...options: string[]): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'sample-'));
  try {
    const path = join(folder, name);
    await promisify(execFile)('ffmpeg', ['-v', 'error', ...options, path]);
    return await readFile(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A minute of sound by a source of ffmpeg's. */
export const sound = (source: string): Promise<Buffer> =>
  byFfmpeg('sound.mp3', '-f', 'lavfi', '-i', source, '-t', '60');

/** A short film that browsers play as it is. */
export const webFilm = (): Promise<Buffer> =>
  byFfmpeg('film.webm', '-f', 'lavfi', '-i', 'testsrc=s=160x90:r=10:d=2', '-c:v', 'libvpx');
