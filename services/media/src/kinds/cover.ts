import { fileType } from '@skyshelf/contracts/rules';
import type { Kind } from '../application/kind.js';
import { ffmpegTool } from '../infrastructure/tools/ffmpeg/run-ffmpeg.js';
import { stillOf } from '../infrastructure/tools/ffmpeg/video-still.js';

const SIDE = 400;

export const cover: Kind = {
  kind: 'cover',
  role: 'video',
  wants: ({ type, source }) => 'blobId' in source && fileType(type).thumbnail === 'cover',
  tool: ffmpegTool,
  parallel: 1,
  readsInPlace: true,
  timeoutMs: 30_000,
  maxSourceBytes: 1024 ** 3,
  make: stillOf({ side: SIDE, nice: 15 }),
};
