import { expect, it } from 'vitest';
import { filmPlan } from './film-plan.js';

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
