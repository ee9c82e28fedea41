import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { quarters } from './images/quarters.js';

const run = promisify(execFile);

/** A folder in which ffmpeg makes and reads test files. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'corpus-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

export const ffmpeg = (folder: string, args: readonly string[]) =>
  run('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args], { cwd: folder });

/** Of the four quarters: its inputs are `0.png` and, by the shifts of the colours, those after it. */
export const madeByFfmpeg =
  (name: string, args: readonly string[], { size = [640, 360], shifts = [0] } = {}) =>
  (): Promise<Buffer> =>
    inFolder(async (folder) => {
      const [width = 0, height = 0] = size;
      for (const [n, shift] of shifts.entries())
        await writeFile(join(folder, `${n}.png`), await quarters(width, height, shift).png().toBuffer());
      await ffmpeg(folder, [...args, name]);
      return readFile(join(folder, name));
    });

/** Runs ffprobe on bytes. */
export const probed = (bytes: Buffer, asked: readonly string[]): Promise<string> =>
  inFolder(async (folder) => {
    await writeFile(join(folder, 'made'), bytes);
    const { stdout } = await run('ffprobe', ['-v', 'error', ...asked, 'made'], { cwd: folder });
    return stdout;
  });

/** The first frame of a film, as png. */
export const firstFrame = (bytes: Buffer): Promise<Buffer> =>
  inFolder(async (folder) => {
    await writeFile(join(folder, 'film'), bytes);
    await ffmpeg(folder, ['-i', 'film', '-frames:v', '1', 'frame.png']);
    return readFile(join(folder, 'frame.png'));
  });
