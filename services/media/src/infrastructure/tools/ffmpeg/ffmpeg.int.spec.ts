import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { JobRefusal, TryFailure } from '../../../domain/refusal.js';
import type { ChildLimits } from '../start-child.js';
import {
  ffmpegTool,
  ffmpegArguments,
  runFfmpeg,
  type FfmpegCommand,
  type FfmpegProgress,
} from './run-ffmpeg.js';
import { probe } from './probe.js';

const off = (await ffmpegTool.check()).status === 'off';
const limits: ChildLimits = { cpuSeconds: 60, memoryMb: 2048, fileBytes: 64 * 1024 * 1024, nice: 0 };
const { signal } = new AbortController();

let folder: string;
let film: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ffmpeg-'));
  film = join(folder, 'film.mp4');
  if (off) return;
  const sources = ['testsrc2=s=320x180:r=25:d=2', 'sine=duration=2'].flatMap((each) => [
    '-f',
    'lavfi',
    '-i',
    each,
  ]);
  await promisify(execFile)('ffmpeg', ['-v', 'error', ...sources, '-c:v', 'libx264', '-g', '25', film]);
});
afterAll(() => rm(folder, { recursive: true }));

const copied = (path: string, format: 'film' | 'sound' = 'film'): FfmpegCommand => ({
  inputs: [{ path, format }],
  outputs: [{ path: join(folder, 'out.mkv'), options: ['-c', 'copy', '-map', '0', '-f', 'matroska'] }],
});

it('puts the guards in front of each input, whatever is asked', () => {
  const args = ffmpegArguments({
    inputs: [
      { path: '/a', format: 'film', options: ['-ss', '3'] },
      { path: '/b c', format: 'sound' },
    ],
    filters: ['[0:0]scale=2:2[small]'],
    outputs: [{ path: '/out', options: ['-map', '[small]'] }],
  });
  const [first = [], second = []] = [args.indexOf('/a'), args.indexOf('/b c')].map((end, n, ends) =>
    args.slice(n === 0 ? 0 : ends[n - 1], end),
  );
  expect(args).toContain('-nostdin');
  for (const [input, reader] of [
    [first, 'matroska'],
    [second, 'mp3'],
  ] as const) {
    expect(input.join(' ')).toMatch(/-protocol_whitelist file,pipe -format_whitelist \S+ -max_pixels \d+/);
    expect(input[input.indexOf('-format_whitelist') + 1]?.split(',')).toContain(reader);
  }
  expect(first.slice(-3)).toEqual(['-ss', '3', '-i']);
});

describe.skipIf(off)('ffmpeg', () => {
  it('says what is in a film', async () => {
    const found = await probe(film, 'film', signal);
    expect(found).toMatchObject({
      container: 'mov,mp4,m4a,3gp,3g2,mj2',
      duration: expect.closeTo(2, 1),
      video: { codec: 'h264', width: 320, height: 180, rotation: 0, frameRate: 25 },
      audio: { codec: 'aac', channels: 1 },
      cover: null,
    });
  });

  it('reports what it has done', async () => {
    const reports: FfmpegProgress[] = [];
    await runFfmpeg(copied(film), { folder, limits, signal, onProgress: (each) => void reports.push(each) });
    expect(reports.at(-1)).toMatchObject({ frames: 50, seconds: expect.closeTo(2, 0) });
  });

  it.each([
    ['HLS', '#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\nfile:FILM\n#EXT-X-ENDLIST\n'],
    ['concat', "ffconcat version 1.0\nfile 'FILM'\n"],
  ])('opens no other file by a list (%s)', async (_, list) => {
    const path = join(folder, 'list.avi');
    await writeFile(path, list.replace('FILM', film));
    const doors = [
      () => probe(path, 'film', signal),
      () => runFfmpeg(copied(path), { folder, limits, signal }),
    ];
    for (const open of doors) {
      const refused = await open()
        .then(() => null)
        .catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(JobRefusal);
      expect(String((refused as JobRefusal).cause)).toContain('Format not on whitelist');
    }
  });

  it('ends when the work is broken off', async () => {
    const stop = new AbortController();
    const endless: FfmpegCommand = {
      inputs: [{ path: film, format: 'film', options: ['-stream_loop', '-1', '-re'] }],
      outputs: [{ path: join(folder, 'endless.mkv'), options: ['-c', 'copy'] }],
    };
    const onProgress = () => stop.abort(new Error('broken off'));
    const running = runFfmpeg(endless, { folder, limits, signal: stop.signal, onProgress });
    await expect(running).rejects.toThrow('broken off');
  });

  it('is a failed try when it takes more than is allowed', async () => {
    const tight = { ...limits, fileBytes: 512 };
    await expect(runFfmpeg(copied(film), { folder, limits: tight, signal })).rejects.toBeInstanceOf(
      TryFailure,
    );
  });

  it('waits while it is not installed, and says how to get it', async () => {
    const { PATH } = process.env;
    onTestFinished(() => void (process.env.PATH = PATH));
    process.env.PATH = '/nowhere';
    expect(await ffmpegTool.check()).toMatchObject({
      status: 'off',
      hint: expect.stringContaining('apt-get'),
    });
    await expect(probe(film, 'film', signal)).rejects.toMatchObject({ code: 'service.unavailable' });
  });
});
