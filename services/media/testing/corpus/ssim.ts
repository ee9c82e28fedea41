import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * How alike two pictures of one size are to the eye, by brightness, from 0 to 1: SSIM (Wang, Bovik, Sheikh and
 * Simoncelli, 2004), computed and decoded by ffmpeg, which had no part in making them.
 * @throws Error when one of them can't be decoded, or their sizes differ
 */
export async function ssim(picture: Buffer, reference: Buffer): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'ssim-'));
  try {
    const inputs = await Promise.all(
      [picture, reference].map(async (bytes, n) => {
        const path = join(folder, String(n));
        await writeFile(path, bytes);
        return ['-i', path];
      }),
    );
    const filter = '[0]format=gray[a];[1]format=gray[b];[a][b]ssim';
    const args = ['-nostdin', '-hide_banner', ...inputs.flat(), '-lavfi', filter, '-f', 'null', '-'];
    const { stderr } = await promisify(execFile)('ffmpeg', args);
    const found = /SSIM Y:([\d.]+)/.exec(stderr)?.[1];
    if (found === undefined) throw new Error(`ffmpeg does not say how alike they are:\n${stderr}`);
    return Number(found);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
