import type { BlobId } from '@skyshelf/contracts';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { firstFrame, madeByFfmpeg, probed } from '../testing/corpus/ffmpeg-files.js';
import { generatedFilms } from '../testing/corpus/films/generated.js';
import { meanDistance, quarters } from '../testing/corpus/images/quarters.js';
import { casesOf, sampleSeed } from '../testing/corpus/outcome.js';
import { ssim } from '../testing/corpus/ssim.js';
import { makeOfBytes } from '../testing/make-of-bytes.js';
import { typed } from './infrastructure/tools/run-tool.js';
import { findProgram } from './infrastructure/tools/program-tool.js';
import { kinds } from './kinds/registry.js';

/** Where a tool is missing, `npm run` says so; in CI that is a failure. */
const has = process.env.CI || (findProgram('ffmpeg') && findProgram('ffprobe'));
if (!has) console.warn('ffmpeg is missing: its tests are skipped.');

/** The picture as a film shows it that is turned, or the sprite of such pictures. */
async function reference(kind: string, turned: number, [width, height]: readonly [number, number]) {
  const cell = kind === 'scrub' ? [240, 150] : [width, height];
  const sides = turned % 180 === 0 ? cell : cell.toReversed();
  const upright = await quarters(sides[0] ?? 1, sides[1] ?? 1)
    .png()
    .toBuffer();
  const shown = await sharp(upright).rotate(turned).png().toBuffer();
  if (kind !== 'scrub') return sharp(shown);
  const cells = Array.from({ length: 24 }, (_, n) => ({
    input: shown,
    left: (n % 6) * 240,
    top: Math.floor(n / 6) * 150,
  }));
  return sharp(
    await sharp({ create: { width, height, channels: 3, background: 'white' } })
      .composite(cells)
      .png()
      .toBuffer(),
  );
}

const clipShape = z.object({
  streams: z.array(z.record(z.string(), z.unknown())),
  format: z.object({ duration: z.coerce.number() }),
});

const cases = casesOf('films');

describe.runIf(has)(`of each film of the corpus (${sampleSeed})`, () => {
  it.each(cases)(
    '%s the %s is as it was fixed beforehand',
    async (file, kind, { type, source = [], turned = 0 }, outcome) => {
      expect(kinds[kind].wants({ type, source: { blobId: file as BlobId } })).toBe(true);
      const patient = { ...kinds[kind], timeoutMs: 60_000 };
      const found = await makeOfBytes(
        patient,
        (await generatedFilms[file]?.()) ?? Buffer.alloc(0),
        undefined,
        type,
      );
      if ('refused' in outcome) return expect(found).toEqual(outcome);
      const [width, height] = outcome.size;
      expect(found).toMatchObject({ made: { width, height } });
      const { made, bytes = Buffer.alloc(0) } = 'bytes' in found ? found : {};
      if (kind === 'still')
        expect(made).toMatchObject({ sourceDimensions: { width: source[0], height: source[1] } });
      if (kind === 'clip') await expectClip(bytes, outcome);
      const shown = kind === 'clip' ? await firstFrame(bytes) : bytes;
      const wanted = await reference(kind, turned, outcome.size);
      expect(await meanDistance(sharp(shown), wanted)).toBeLessThan(outcome.within);
      if (outcome.within < 255)
        expect(await ssim(shown, await wanted.png().toBuffer())).toBeGreaterThanOrEqual(0.95);
    },
    120_000,
  );
});

async function expectClip(
  bytes: Buffer,
  { size: [width, height], seconds = 0 }: { size: [number, number]; seconds?: number | undefined },
) {
  const asked = ['-show_entries', 'stream=codec_name,width,height,pix_fmt:format=duration', '-of', 'json'];
  const { streams, format } = clipShape.parse(JSON.parse(await probed(bytes, asked)));
  expect(streams).toEqual([
    expect.objectContaining({ codec_name: 'h264', pix_fmt: 'yuv420p', width, height }),
  ]);
  expect(Math.abs(format.duration - seconds)).toBeLessThan(0.25);
}

/** It gets brighter from its beginning to its end; a key frame every ten seconds. */
const longFilm = madeByFfmpeg('a.mp4', [
  ...typed("-f lavfi -i color=c=black:s=96x60:r=1:d=1260,geq=lum='16+N*219/1260':cb=128:cr=128"),
  ...typed('-c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 10'),
]);

it.runIf(has)(
  'of a long film the moments are sought one by one',
  async () => {
    const patient = { ...kinds.scrub, timeoutMs: 60_000 };
    const found = await makeOfBytes(patient, await longFilm(), undefined, 'video/mp4');
    const sprite = 'bytes' in found ? found.bytes : undefined;
    const pixels = await sharp(sprite).greyscale().raw().toBuffer();
    const shown = Array.from({ length: 24 }, (_, n) => {
      const x = (n % 6) * 240 + 120;
      const y = Math.floor(n / 6) * 150 + 75;
      return pixels[y * 6 * 240 + x] ?? 0;
    });
    const wanted = Array.from({ length: 24 }, (_, n) => (n * 255) / 24);
    expect(shown.map((grey, n) => Math.abs(grey - (wanted[n] ?? 0)))).toEqual(
      wanted.map(() => expect.toSatisfy((difference) => difference < 8)),
    );
  },
  120_000,
);
