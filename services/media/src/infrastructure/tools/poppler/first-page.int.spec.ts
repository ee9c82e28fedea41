import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { letterPages } from '../../../../testing/corpus/pages/generated.js';
import { JobRefusal } from '../../../domain/refusal.js';
import { firstPage, popplerTool } from './first-page.js';

const has = process.env.CI || (await popplerTool.check()).status === 'ok';

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'page-'))));
afterEach(() => rm(folder, { recursive: true }));

/** How much of the page is ink. */
async function inkOf(file: string): Promise<number> {
  const path = join(folder, file);
  await writeFile(path, letterPages[file]?.() ?? '');
  const { signal } = new AbortController();
  const pixels = await sharp(await firstPage(path, { side: 400, folder, signal }))
    .greyscale()
    .raw()
    .toBuffer();
  return pixels.filter((grey) => grey < 128).length / pixels.length;
}

describe.runIf(has)('the first page', () => {
  it.each(['japanese.pdf', 'chinese.pdf', 'chinese-of-taiwan.pdf', 'korean.pdf'])(
    'of %s shows its letters, though it has no font',
    async (file) => expect(await inkOf(file)).toBeGreaterThan(0.001),
  );

  it('that is blank because its letters are not known is refused', async () => {
    await expect(inkOf('unknown-letters.pdf')).rejects.toThrow(
      new JobRefusal('The fonts of the first page are missing.'),
    );
  });

  it('that is blank as it was written is shown so', async () => expect(await inkOf('blank.pdf')).toBe(0));
});
