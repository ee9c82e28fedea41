import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ffmpeg, inFolder, probed } from '../testing/corpus/ffmpeg-files.js';
import { generatedFilms } from '../testing/corpus/films/generated.js';
import { sampleOf, sampleSeed } from '../testing/corpus/outcome.js';
import { makeOfBytes } from '../testing/make-of-bytes.js';
import { kinds } from './kinds/registry.js';

const has = (await kinds.mp4.tool.check()).status === 'ok';
const SECONDS = 120_000;

async function filmOf(source: Uint8Array): Promise<Buffer> {
  const found = await makeOfBytes(kinds.mp4, source);
  if ('refused' in found) throw new Error(found.refused);
  return found.bytes ?? Buffer.alloc(0);
}
const generated = (file: string): Promise<Buffer> => generatedFilms[file]?.() ?? Promise.resolve(Buffer.of());

describe.runIf(has)(`a film that browsers can’t play (${sampleSeed})`, () => {
  it.each(
    sampleOf(
      (
        'hevc.mp4 prores.mov av1.mp4 vp9.webm of-a-recorder.webm mpeg4.avi mjpeg.avi h264.mkv h264.mts ' +
        'wmv2.wmv flv1.flv mpeg2.mpg mpeg4.3gp odd.mp4 variable-rate.mp4 turned-90.mov h264.mp4 says-a-year.mkv'
      ).split(' '),
      3,
    ),
  )(
    '%s becomes one that they play, as long as it was',
    async (file) => {
      const made = await filmOf(await generated(file));
      const asked = [
        '-show_entries',
        'stream=codec_name,pix_fmt:format=duration',
        '-of',
        'default=nk=1:nw=1',
      ];
      const [codec, pixels, ...others] = (await probed(made, asked)).trim().split('\n');
      expect([codec, pixels]).toEqual(['h264', 'yuv420p']);
      expect(Math.abs(Number(others.at(-1)) - 2)).toBeLessThan(0.15);
      // Its index stands before its frames: playing begins with the first bytes.
      expect(made.indexOf('moov')).toBeLessThan(made.indexOf('mdat'));
    },
    SECONDS,
  );

  it.each([
    ['apac-first.mov', 'h264 aac'],
    ['apac-first-hevc.mov', 'h264 aac'],
    ['mpeg-h-first.mov', 'h264 aac'],
    ['apac-alone.mov', 'h264'],
    ['broken-sound.mkv', 'h264'],
    ['thumbnail-first.mp4', 'h264'],
    ['mpeg2.mxf', 'h264'],
  ])(
    '%s is shown with what of it can be decoded',
    async (file, codecs) => {
      const asked = ['-show_entries', 'stream=codec_name', '-of', 'default=nk=1:nw=1'];
      const made = await filmOf(await generated(file));
      expect((await probed(made, asked)).trim().split('\n').join(' ')).toBe(codecs);
    },
    SECONDS,
  );

  it.each(['sound-only.mp4', 'list.avi', 'concat.avi', 'text.mp4', 'empty.mp4'])(
    '%s is refused with its reason',
    async (file) => {
      expect(await makeOfBytes(kinds.mp4, await generated(file))).toEqual({
        refused: expect.stringMatching(/^The (file is damaged or is not a video|video has)/),
      });
    },
    SECONDS,
  );

  it.each([
    ['encoded', ['-c:v', 'mpeg4', '-c:a', 'pcm_s16le', '-f', 'matroska']],
    ['copied', ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'ac3', '-f', 'matroska']],
  ])(
    'keeps its sound with its picture (%s)',
    async (_, codecs) => {
      const moment = 'between(t,2,2.2)';
      const [flash, beep] = await inFolder(async (folder) => {
        const light = `color=black:s=320x180:r=25:d=4,drawbox=c=white:t=fill:enable='${moment}'`;
        const tone = `sine=1000:d=4,volume='${moment}':eval=frame`;
        await ffmpeg(folder, ['-f', 'lavfi', '-i', light, '-f', 'lavfi', '-i', tone, ...codecs, 'source']);
        await writeFile(join(folder, 'made'), await filmOf(await readFile(join(folder, 'source'))));
        const filters = ['-vf', 'blackdetect=d=0.1', '-af', 'silencedetect=n=-30dB:d=0.1'];
        const args = ['-nostdin', '-i', 'made', ...filters, '-f', 'null', '-'];
        const { stderr } = await promisify(execFile)('ffmpeg', args, { cwd: folder });
        return [/black_end:([\d.]+)/, /silence_end: ([\d.]+)/].map((found) =>
          Number(found.exec(stderr)?.[1]),
        );
      });
      expect(flash).toBeCloseTo(2, 1);
      expect(Math.abs(Number(flash) - Number(beep))).toBeLessThan(0.08);
    },
    SECONDS,
  );
});
