import type { BlobId } from '@skyshelf/contracts';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { generatedFrames } from '../testing/corpus/frames/generated.js';
import { meanDistance, quarters } from '../testing/corpus/images/quarters.js';
import { casesOf, sampleSeed } from '../testing/corpus/outcome.js';
import { generatedPages } from '../testing/corpus/pages/generated.js';
import { generatedSounds } from '../testing/corpus/sounds/generated.js';
import { ssim } from '../testing/corpus/ssim.js';
import { makeOfBytes } from '../testing/make-of-bytes.js';
import { findProgram } from './infrastructure/tools/program-tool.js';
import { kinds } from './kinds/registry.js';

/** Where a tool is missing, `npm run` says so; in CI that is a failure. */
const has = process.env.CI || ['ffmpeg', 'ffprobe', 'pdftoppm'].every(findProgram);
if (!has) console.warn('ffmpeg or poppler-utils is missing: its tests are skipped.');

const bytesOf: Record<string, () => Buffer | Promise<Buffer>> = {
  ...generatedFrames,
  ...generatedSounds,
  ...generatedPages,
};
const cases = casesOf('frames', 'sounds', 'pages');

describe.runIf(has)(`of each image, audio file and document of the corpus (${sampleSeed})`, () => {
  afterAll(() => Object.values(kinds).forEach(({ tool }) => tool.close?.()));

  it.each(cases)(
    '%s the %s is as it was fixed beforehand',
    async (file, kind, { type, source, turned = 0 }, outcome) => {
      expect(kinds[kind].wants({ type, source: { blobId: file as BlobId } })).toBe(true);
      const patient = { ...kinds[kind], timeoutMs: 60_000 };
      const bytes = (await bytesOf[file]?.()) ?? Buffer.alloc(0);
      const found = await makeOfBytes(patient, bytes, undefined, type);
      if ('refused' in outcome) return expect(found).toEqual(outcome);
      const [width, height] = outcome.size;
      const sourceDimensions = source && { width: source[0], height: source[1] };
      expect(found).toMatchObject({ made: { width, height, ...(source && { sourceDimensions }) } });
      const made = ('bytes' in found && found.bytes) || Buffer.alloc(0);
      expect(await sharp(made).metadata()).toMatchObject({ format: 'webp', width, height, space: 'srgb' });
      const shown = await quarters(width, height).png().toBuffer();
      const reference = await sharp(shown).rotate(turned).png().toBuffer();
      expect(await meanDistance(sharp(made), sharp(reference))).toBeLessThan(outcome.within);
      // In less than one of its windows it says nothing.
      if (Math.min(width, height) >= 8) expect(await ssim(made, reference)).toBeGreaterThanOrEqual(0.95);
    },
    120_000,
  );
});
