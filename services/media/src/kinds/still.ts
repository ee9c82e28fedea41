import { availableParallelism } from 'node:os';
import { fileType } from '@skyshelf/contracts/rules';
import type { Kind } from '../application/kind.js';
import { ffmpegTool } from '../infrastructure/tools/ffmpeg/ffmpeg-tool.js';
import { stillOf } from '../infrastructure/tools/ffmpeg/still-of.js';

/** Pixels. */
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
