import { expect, it } from 'vitest';
import { filmPlan, FilmSpeeds } from './film-plan.js';

const film = (video: object = {}, audio: string | null = 'aac') =>
  filmPlan({
    video: { codec: 'h264', pixelFormat: 'yuv420p', width: 1920, height: 1080, ...video },
    audio: audio === null ? null : { codec: audio },
  });

it.each([
  ['what browsers play', film(), 'copy', 'copy'],
  ['a turned film', film({ width: 1080, height: 1920 }), 'copy', 'copy'],
  ['a film without sound', film({}, null), 'copy', null],
  ['sound of another codec', film({}, 'pcm_s16le'), 'copy', 'encode'],
  ['HEVC', film({ codec: 'hevc' }), 'encode', 'copy'],
  ['10 bits', film({ pixelFormat: 'yuv420p10le' }), 'encode', 'copy'],
  ['colour in full resolution', film({ pixelFormat: 'yuv444p' }), 'encode', 'copy'],
  ['4K', film({ width: 3840, height: 2160 }), 'encode', 'copy'],
  ['ProRes', film({ codec: 'prores', pixelFormat: 'yuv422p10le' }, 'pcm_s24le'), 'encode', 'encode'],
])('of %s no more is encoded than must be', (_, plan, video, audio) => {
  expect(plan).toEqual({ video, audio });
});

const hevcFilm = { codec: 'hevc', width: 1920, height: 1080, frameRate: 25 };
const small = { preset: 'ultrafast', height: 480 } as const;

it('makes a picture as good as this machine has shown that it can keep up with', () => {
  const speeds = new FilmSpeeds(() => 2);
  const first = speeds.choose(hevcFilm);
  expect(first[0]).toEqual({ preset: 'ultrafast', height: 720 });
  expect(first.at(-1)).toEqual({ preset: 'ultrafast', height: 360 });
  for (let n = 0; n < 10; n += 1) speeds.learn(hevcFilm, small, 1);
  expect(speeds.choose(hevcFilm)).toEqual([{ preset: 'ultrafast', height: 360 }]);
  for (let n = 0; n < 10; n += 1) speeds.learn(hevcFilm, small, 20);
  expect(speeds.choose(hevcFilm)[0]).toEqual({ preset: 'veryfast', height: 1080 });
  // What another codec takes is not known by it.
  expect(speeds.choose({ ...hevcFilm, codec: 'prores' })[0]).toEqual({ preset: 'ultrafast', height: 720 });
});

it('begins small on a busy machine', () => {
  expect(new FilmSpeeds(() => 0.3).choose(hevcFilm)).toEqual([{ preset: 'ultrafast', height: 360 }]);
});

it('never makes a small film larger', () => {
  expect(new FilmSpeeds(() => 2).choose({ ...hevcFilm, width: 640, height: 360 })).toEqual([
    { preset: 'veryfast', height: 1080 },
    { preset: 'ultrafast', height: 360 },
  ]);
});
