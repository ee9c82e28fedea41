import { availableParallelism } from 'node:os';
import { fileType } from '@skyshelf/contracts/rules';
import type { Kind } from '../application/kind.js';
import { ffmpegTool } from '../infrastructure/tools/ffmpeg/run-ffmpeg.js';
import { stillOf } from '../infrastructure/tools/ffmpeg/video-still.js';

const SIDE = 400;
const GIBIBYTE = 1024 ** 3;

/** Of a film, or of an image that only ffmpeg reads. */
export const still: Kind = {
  kind: 'still',
  role: 'video',
  wants: ({ type, source }) =>
    'blobId' in source && ['video', 'frame'].includes(fileType(type).thumbnail ?? ''),
  tool: ffmpegTool,
  parallel: Math.min(2, availableParallelism()),
  readsInPlace: true,
  timeoutMs: 60_000,
  maxSourceBytes: 4 * GIBIBYTE,
  make: stillOf({ side: SIDE, nice: 15 }),
};

const LARGE_SIDE = 2560;

/** Renders an image that only ffmpeg reads, at the size of a screen. */
export const largeStill: Kind = {
  kind: 'largeStill',
  role: 'video',
  wants: ({ type, source }) => 'blobId' in source && fileType(type).thumbnail === 'frame',
  tool: ffmpegTool,
  parallel: 1,
  readsInPlace: true,
  timeoutMs: 60_000,
  after: 'still',
  maxSourceBytes: 256 * 1024 * 1024,
  make: stillOf({ side: LARGE_SIDE, nice: 15 }),
};
