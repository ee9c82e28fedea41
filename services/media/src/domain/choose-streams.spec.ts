import { expect, it } from 'vitest';
import { choosePicture, chooseAudio } from './choose-streams.js';

const decoded = new Set(['aac', 'ac3', 'h264', 'hevc', 'mjpeg']);
const stream = (codec: string, more: object = {}) => ({ codec, isCover: false, frames: null, ...more });
const cover = stream('mjpeg', { isCover: true, frames: 1 });
const thumbnail = stream('mjpeg', { frames: 1 });

it.each([
  ['the first', ['aac', 'ac3'], 'aac'],
  ['the second of a phone', ['unknown', 'aac'], 'aac'],
  ['the one that ffmpeg decodes', ['mpegh_3d_audio', 'ac4', 'ac3'], 'ac3'],
  ['none of those without a decoder', ['unknown', 'mpegh_3d_audio'], undefined],
  ['none', [], undefined],
])('a film’s sound is %s', (_, codecs, expected) =>
  expect(
    chooseAudio(
      codecs.map((codec) => stream(codec)),
      decoded,
    )?.codec,
  ).toBe(expected),
);

it.each([
  ['the first', [stream('h264'), stream('hevc')], 'h264'],
  ['not its cover', [cover, stream('h264')], 'h264'],
  ['not a picture of a single frame', [thumbnail, stream('hevc', { frames: 50 })], 'hevc'],
  ['not one without a decoder', [stream('vvc'), stream('hevc')], 'hevc'],
  ['a single frame where there is no more', [cover, thumbnail], 'mjpeg'],
  ['one without a decoder, to be refused', [cover, stream('vvc')], 'vvc'],
  ['none', [cover], undefined],
])('a film’s picture is %s', (_, streams, expected) =>
  expect(choosePicture(streams, decoded)?.codec).toBe(expected),
);
