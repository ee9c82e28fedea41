import { fileType } from '@skyshelf/contracts/rules';
import type { Kind } from '../application/kind.js';
import { ffmpegTool } from '../infrastructure/tools/ffmpeg/ffmpeg-tool.js';
import { stillOf } from '../infrastructure/tools/ffmpeg/still-of.js';

/** Pixels. */
const SIDE = 2560;

/** Of an image that only ffmpeg reads, as large as a screen. */
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
  make: stillOf({ side: SIDE, nice: 15 }),
};
