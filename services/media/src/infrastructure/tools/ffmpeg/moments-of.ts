import { requireFile, type Kind, type MadeFile } from '../../../application/kind.js';
import { JobRefusal } from '../../../domain/refusal.js';
import type { ChildLimits } from '../start-child.js';
import { FFMPEG_DATA_MB } from './film-limits.js';
import { filmDuration } from './film-duration.js';
import { probePictures, type VideoStream } from './probe.js';
import { undecodable } from './formats.js';

/** The work runs after everything that a user waits for. */
const limits: ChildLimits = {
  cpuSeconds: 300,
  memoryMb: FFMPEG_DATA_MB,
  fileBytes: 64 * 1024 * 1024,
  nice: 19,
};

export interface Film {
  path: string;
  stream: VideoStream;
  duration: number;
}

export interface FilmRun {
  folder: string;
  limits: ChildLimits;
  signal: AbortSignal;
  /** The longest time without progress. */
  stallMs?: number;
}

/** Null: no moment can be decoded. */
export const momentsOf =
  (makeOf: (film: Film, run: FilmRun) => Promise<MadeFile | null>): Kind['make'] =>
  async (source, { folder }, signal) => {
    const file = requireFile(source);
    const { found, stream } = await probePictures(file, 'film', signal);
    const duration = await filmDuration(file.path, found, signal);
    const made = await makeOf({ path: file.path, stream, duration }, { folder, limits, signal });
    if (!made) throw new JobRefusal(undecodable.film);
    return made;
  };
