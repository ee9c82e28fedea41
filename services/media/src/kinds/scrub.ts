import { fileType } from '@skyshelf/contracts/rules';
import type { Kind } from '../application/kind.js';
import { ffmpegTool } from '../infrastructure/tools/ffmpeg/run-ffmpeg.js';
import { momentsOf } from '../infrastructure/tools/ffmpeg/moments-of.js';
import { makeScrub } from '../infrastructure/tools/ffmpeg/video-scrub.js';

/** Moments in one picture: the pointer's place on the tile chooses one. */
export const scrub: Kind = {
  kind: 'scrub',
  role: 'video',
  wants: ({ type, source }) => 'blobId' in source && fileType(type).thumbnail === 'video',
  tool: ffmpegTool,
  parallel: 1,
  readsInPlace: true,
  timeoutMs: 300_000,
  after: 'still',
  maxSourceBytes: 4 * 1024 ** 3,
  make: momentsOf(makeScrub),
};
