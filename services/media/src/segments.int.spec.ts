import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ffmpeg, inFolder } from '../testing/corpus/ffmpeg-files.js';
import { sampleOf, sampleSeed } from '../testing/corpus/outcome.js';
import { encodingSteps } from './domain/film-plan.js';
import { probe, runProbe } from './infrastructure/tools/ffmpeg/probe.js';
import { filmDuration } from './infrastructure/tools/ffmpeg/film-duration.js';
import { writeSegments } from './infrastructure/tools/ffmpeg/write-segments.js';
import { kinds } from './kinds/registry.js';

const has = (await kinds.mp4.tool.check()).status === 'ok';
const SECONDS = 120_000;
const limits = { cpuSeconds: 60, memoryMb: 2048, fileBytes: 64 * 1024 * 1024, nice: 0 };
const { signal } = new AbortController();

/** Ten seconds in which a picture's brightness is its time. */
const source = ['-f', 'lavfi', '-i', 'color=black:s=320x180:r=25:d=10', '-f', 'lavfi', '-i', 'sine=440:d=10'];
const shade = ['-vf', 'geq=lum=16+20*T:cb=128:cr=128'];

/** Of a film that begins with a segment: its brightness, and the times of its first picture and sound, seconds. */
async function beginningOf(head: Buffer, segment: Buffer, folder: string) {
  const path = join(folder, 'piece.mp4');
  await writeFile(path, Buffer.concat([head, segment]));
  const frame = join(folder, 'frame.gray');
  await ffmpeg(folder, ['-i', path, '-frames:v', '1', '-pix_fmt', 'gray', '-f', 'rawvideo', frame]);
  const times = async (stream: string) => {
    const asked = ['-select_streams', stream, '-show_entries', 'packet=pts_time', '-of', 'csv=p=0'];
    return Number.parseFloat(await runProbe(path, 'film', asked, signal));
  };
  const [light = 0] = await readFile(frame);
  return { light, picture: await times('v:0'), sound: await times('a:0') };
}

const cases = sampleOf<[string, string[]]>(
  [
    ['a.avi', ['-c:v', 'mpeg4', '-c:a', 'mp2']],
    ['a.mkv', ['-c:v', 'mpeg2video', '-g', '100', '-c:a', 'ac3']],
    ['a.ts', ['-c:v', 'mpeg2video', '-c:a', 'mp2', '-f', 'mpegts']],
    ['a.mpg', ['-c:v', 'mpeg2video', '-c:a', 'mp2']],
    ['a.wmv', ['-c:v', 'wmv2', '-c:a', 'wmav2']],
    ['a.flv', ['-c:v', 'flv', '-ar', '44100', '-c:a', 'mp3']],
    ['a.mov', ['-c:v', 'prores_ks', '-c:a', 'pcm_s16le']],
    ['a.mp4', ['-c:v', 'mpeg4', '-bf', '2', '-g', '250', '-c:a', 'aac']],
  ],
  3,
);

describe.runIf(has)(`segments that a second process writes (${sampleSeed})`, () => {
  it.each(cases)(
    'of %s take the place of those of the first one',
    async (name, codecs) => {
      await inFolder(async (folder) => {
        await ffmpeg(folder, [...source, ...shade, ...codecs, name]);
        const path = join(folder, name);
        const found = await probe(path, 'film', signal);
        if (!found.video) throw new Error('There is no picture.');
        const duration = await filmDuration(path, found, signal);
        const film = { path, stream: found.video, audio: found.audio, duration };
        const pieces = [];
        for (const from of [0, 6]) {
          const own = join(folder, `from-${from}`);
          await mkdir(own);
          await writeSegments(film, encodingSteps[0], { folder: own, limits, signal, from });
          pieces.push({
            head: await readFile(join(own, 'init.mp4')),
            segment: await readFile(join(own, '6.m4s')),
          });
        }
        const [first, second] = pieces;
        if (!first || !second) throw new Error('There are two.');
        expect(second.head.equals(first.head)).toBe(true);
        const one = await beginningOf(first.head, first.segment, folder);
        const other = await beginningOf(first.head, second.segment, folder);
        // Within a frame; a shade is half of one.
        expect(Math.abs(one.picture - 6)).toBeLessThan(0.08);
        expect(Math.abs(other.picture - one.picture)).toBeLessThan(0.045);
        expect(Math.abs(other.sound - one.sound)).toBeLessThan(0.08);
        expect(Math.abs(other.light - one.light)).toBeLessThanOrEqual(3);
      });
    },
    SECONDS,
  );
});
