import { readFile } from 'node:fs/promises';
import type { BlobId, DerivativeKind } from '@skyshelf/contracts';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { generatedImages } from '../testing/corpus/images/generated.js';
import { meanDistance, quarters } from '../testing/corpus/images/quarters.js';
import { casesOf, sampleSeed } from '../testing/corpus/outcome.js';
import { ssim } from '../testing/corpus/ssim.js';
import { makeOfBytes } from '../testing/make-of-bytes.js';
import { kinds } from './kinds/registry.js';

const bytesOf = (file: string) =>
  generatedImages[file]?.() ?? readFile(new URL(`../testing/corpus/images/files/${file}`, import.meta.url));

/** A file that takes longer is hostile; on a busy machine the others take seconds. */
const make = async (kind: DerivativeKind, file: string) =>
  makeOfBytes(
    { ...kinds[kind], timeoutMs: file === 'with-1000-filters.svg' ? 1500 : 60_000 },
    await bytesOf(file),
  );

const cases = casesOf('images');

describe(`of each image of the corpus (${sampleSeed})`, () => {
  afterAll(() => Object.values(kinds).forEach(({ tool }) => tool.close?.()));

  it.each(cases)('%s the %s is as it was fixed beforehand', async (file, kind, { type, source }, outcome) => {
    const [across = 0, down = 0] = source ?? [];
    const pixels = source && { pixels: across * down };
    expect(kinds[kind].wants({ type, source: { blobId: file as BlobId }, ...pixels })).toBe(true);
    const found = await make(kind, file);
    if ('refused' in outcome) return expect(found).toEqual(outcome);
    if ('refused' in found) throw new Error(found.refused);
    const [width, height] = outcome.size;
    const [sourceWidth, sourceHeight] = source ?? [];
    expect(found.made).toMatchObject({
      width,
      height,
      sourceDimensions: { width: sourceWidth, height: sourceHeight },
    });
    const metadata = await sharp(found.bytes).metadata();
    expect({ ...metadata, pages: metadata.pages ?? 1 }).toMatchObject({
      format: 'webp',
      width,
      height,
      pages: outcome.frames,
      space: 'srgb',
    });
    const reference = quarters(width, height);
    expect(await meanDistance(sharp(found.bytes), reference)).toBeLessThan(outcome.within);
    // In less than one of its windows it says nothing.
    if (Math.min(width, height) < 8 || outcome.within === 255) return;
    // ffmpeg opens no animations.
    const shown =
      outcome.frames > 1 ? await sharp(found.bytes).png().toBuffer() : (found.bytes ?? Buffer.alloc(0));
    expect(await ssim(shown, await reference.png().toBuffer())).toBeGreaterThanOrEqual(0.95);
  });
});
