import { fileType } from '@skyshelf/contracts/rules';
import type { Kind } from '../application/kind.js';
import { ffmpegTool } from '../infrastructure/tools/ffmpeg/run-ffmpeg.js';
import { momentsOf } from '../infrastructure/tools/ffmpeg/moments-of.js';
import { makeClip } from '../infrastructure/tools/ffmpeg/video-clip.js';

/** Plays on a film's tile. */
export const clip: Kind = {
  kind: 'clip',
  role: 'video',
  wants: ({ type, source }) => 'blobId' in source && fileType(type).thumbnail === 'video',
  tool: ffmpegTool,
  parallel: 1,
  readsInPlace: true,
  timeoutMs: 180_000,
  after: 'still',
  maxSourceBytes: 4 * 1024 ** 3,
  make: momentsOf(makeClip),
};
