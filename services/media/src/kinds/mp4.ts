import { derivatives } from '@skyshelf/contracts';
import { fileType } from '@skyshelf/contracts/rules';
import { requireFile, type Kind } from '../application/kind.js';
import { convertFilm } from '../infrastructure/tools/ffmpeg/convert-film.js';
import { ffmpegTool } from '../infrastructure/tools/ffmpeg/run-ffmpeg.js';
import { FFMPEG_DATA_MB } from '../infrastructure/tools/ffmpeg/film-limits.js';
import { filmDuration } from '../infrastructure/tools/ffmpeg/film-duration.js';
import { probePictures } from '../infrastructure/tools/ffmpeg/probe.js';
import type { ChildLimits } from '../infrastructure/tools/start-child.js';

const HOURS = 3600;
/** The limit of a try; a film of two hours takes less. */
const MOST_SECONDS = 4 * HOURS;
const limits: ChildLimits = {
  cpuSeconds: 8 * HOURS,
  memoryMb: FFMPEG_DATA_MB,
  nice: 5,
  fileBytes: derivatives.mp4.maxBytes,
};

/** The longest time without progress; a user waits for two tries at most. */
const STALL_MS = 45_000;

/** Made when a user opens a film that browsers don't play. */
export const mp4: Kind = {
  kind: 'mp4',
  role: 'video',
  wants: ({ type, source }) => {
    const { kind, viewer } = fileType(type);
    return 'blobId' in source && kind === 'video' && viewer !== null;
  },
  tool: ffmpegTool,
  parallel: 1,
  readsInPlace: true,
  timeoutMs: MOST_SECONDS * 1000,
  // Copying takes seconds and waits for no encoding.
  quickMs: 20_000,
  // Each may be watched: a third user's film breaks none off.
  mostAtOnce: 4,
  mostTries: 2,
  maxSourceBytes: 4 * 1024 ** 3,
  make: async (source, { folder }, signal, onBegun, onProgress, stage) => {
    const file = requireFile(source);
    onBegun();
    const { found, stream } = await probePictures(file, 'film', signal);
    const duration = await filmDuration(file.path, found, signal);
    const film = { path: file.path, stream, audio: found.audio, duration };
    return convertFilm(film, { folder, limits, stallMs: STALL_MS, signal, onProgress, stage });
  },
};
