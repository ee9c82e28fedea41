import { join } from 'node:path';
import type { MadeFile } from '../../../application/kind.js';
import type { Film, FilmRun } from './moments-of.js';
import { evenSize, fitted, scaledTo } from './picture-filters.js';
import { runFfmpeg, type FfmpegInput } from './run-ffmpeg.js';

/** So many pieces, spread over the film, of so many seconds. */
const PIECES = 6;
const PIECE_SECONDS = 0.5;
/** Shorter films are shown whole. */
const WHOLE_SECONDS = PIECES * PIECE_SECONDS;
const FRAMES_PER_SECOND = 15;
/** In films of this length a key frame before a moment is near enough to it, seconds. */
const LONG_SECONDS = 120;
/** A tile is 140 pixels wide, twice as many on a dense screen. */
const BOX = { width: 320, height: 568 };

/** A short silent mp4 of moments of a film. Null: none of them can be decoded. Throws as `runFfmpeg`. */
export async function makeClip(
  { path, stream, duration }: Film,
  { folder, limits, signal }: FilmRun,
): Promise<MadeFile | null> {
  const size = evenSize(fitted(stream, BOX));
  const [first, ...others] = startsOf(duration);
  const seconds = others.length === 0 ? WHOLE_SECONDS : PIECE_SECONDS;
  const pieces = [first, ...others].map(
    (_, n) =>
      `[${n}:${stream.index}]setpts=PTS-STARTPTS,trim=duration=${seconds},fps=${FRAMES_PER_SECOND},` +
      `${scaledTo(size, stream)},format=yuv420p[piece${n}]`,
  );
  const joined = `${pieces.map((_, n) => `[piece${n}]`).join('')}concat=n=${pieces.length}:v=1:a=0[clip]`;
  const inputAt = (start: number): FfmpegInput => ({
    path,
    format: 'film',
    options: [
      '-threads',
      '1',
      ...(duration < LONG_SECONDS ? [] : ['-noaccurate_seek']),
      '-ss',
      String(start),
    ],
  });
  const clip = join(folder, 'clip.mp4');
  let frames = 0;
  await runFfmpeg(
    {
      inputs: [inputAt(first), ...others.map(inputAt)],
      filters: [...pieces, joined],
      outputs: [{ path: clip, options: ['-map', '[clip]', ...asMp4] }],
    },
    { folder, limits, signal, onProgress: (progress) => void (frames = progress.frames) },
  );
  return frames > 0 ? { ...size, path: clip } : null;
}

/** Seconds at which pieces begin: not at the very start, which is black in many films, and none beyond the end. */
function startsOf(duration: number): [number, ...number[]] {
  if (duration <= WHOLE_SECONDS) return [0];
  const part = (duration - PIECE_SECONDS) / PIECES;
  return [0.2 * part, ...Array.from({ length: PIECES - 1 }, (_, n) => (n + 1.2) * part)];
}

const asMp4 = [
  ...['-an', '-sn', '-dn', '-map_metadata', '-1', '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '28'],
  ...['-g', String(PIECES * FRAMES_PER_SECOND), '-movflags', '+faststart', '-f', 'mp4'],
];
