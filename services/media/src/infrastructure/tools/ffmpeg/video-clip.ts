import { join } from 'node:path';
import type { MadeFile } from '../../../application/kind.js';
import { JobRefusal } from '../../../domain/refusal.js';
import { typed } from '../run-tool.js';
import { frameTimes } from './film-duration.js';
import { filmMemory } from '../../../domain/film-memory.js';
import { withMemory } from './film-limits.js';
import type { Film, FilmRun } from './moments-of.js';
import { evenSize, fitted, scaledTo, type PictureSize } from './picture-filters.js';
import { runFfmpeg, type FfmpegCommand, type FfmpegInput } from './run-ffmpeg.js';

/** Spread over the film. */
const PIECES = 6;
const PIECE_SECONDS = 0.5;
/** Shorter films are shown whole. */
const WHOLE_SECONDS = PIECES * PIECE_SECONDS;
const FRAMES_PER_SECOND = 15;
/** Frames asked for their times: more than are stored out of order. */
const LOOKED_AT = 20;
/** A longer film uses the key frame before a moment. */
const LONG_SECONDS = 120;
/** The size is twice a tile of 140 pixels, for dense screens. */
const BOX = { width: 320, height: 568 };
/** More than this, and pieces are read one by one. */
const MOST_TOGETHER_MB = 500;

/** Null: nothing can be decoded. Throws as `runFfmpeg`; JobRefusal where nothing would move. */
export async function makeClip(film: Film, run: FilmRun): Promise<MadeFile | null> {
  const starts = startsOf(film.duration);
  await requireMotion(film, starts[Math.floor(starts.length / 2)] ?? 0, run.signal);
  // With the first key frame alone, all that is sought comes without a picture.
  return (await clipOf(film, starts, run)) ?? (starts.length > 1 ? clipOf(film, [0], run) : null);
}

async function clipOf(film: Film, starts: Starts, run: FilmRun): Promise<MadeFile | null> {
  const size = evenSize(fitted(film.stream, BOX));
  const together = filmMemory(film.stream, 'all', starts.length);
  const apart = together > MOST_TOGETHER_MB && starts.length > 1;
  const limits = withMemory(run.limits, apart ? filmMemory(film.stream, 'all') : together);
  const bounded = { ...run, limits };
  const command = apart
    ? await ofPieces(film, starts, size, bounded)
    : { inputs: inputsAt(film, starts), filters: piecesOf(film, starts.length, size) };
  if (!command) return null;
  const clip = join(run.folder, 'clip.mp4');
  const output = { path: clip, options: ['-map', '[clip]', ...asMp4] };
  const { filters, inputs } = command;
  const joined = `${filters.map((_, n) => `[piece${n}]`).join('')}concat=n=${filters.length}:v=1:a=0[clip]`;
  const made = await framesOf({ inputs, filters: [...filters, joined], outputs: [output] }, bounded);
  return made > 0 ? { ...size, path: clip } : null;
}

type Pieces = Required<Pick<FfmpegCommand, 'inputs' | 'filters'>>;

/** A single frame, or those hours apart, are no film. */
async function requireMotion({ path, stream }: Film, start: number, signal: AbortSignal): Promise<void> {
  // Stored order is not the order shown.
  const found = await frameTimes(path, stream.index, ['-read_intervals', `${start}%+#${LOOKED_AT}`], signal);
  const times = found.toSorted((a, b) => a - b);
  const moves = times.some((time, n) => n > 0 && time - (times[n - 1] ?? time) <= PIECE_SECONDS);
  if (!moves) throw new JobRefusal('Nothing moves in the video.');
}

const inputsAt = ({ path, duration }: Film, [first, ...others]: Starts): FfmpegCommand['inputs'] => {
  const seeking = ['-threads', '1', ...(duration < LONG_SECONDS ? [] : ['-noaccurate_seek']), '-ss'];
  const inputAt = (start: number): FfmpegInput => ({
    path,
    format: 'film',
    options: [...seeking, String(start)],
  });
  return [inputAt(first), ...others.map(inputAt)];
};

const piecesOf = ({ stream }: Film, count: number, size: PictureSize): string[] =>
  Array.from(
    { length: count },
    (_, n) =>
      `[${n}:${stream.index}]setpts=PTS-STARTPTS,trim=duration=${count === 1 ? WHOLE_SECONDS : PIECE_SECONDS},` +
      `fps=${FRAMES_PER_SECOND},${scaledTo(size, stream)},format=yuv420p[piece${n}]`,
  );

/** One by one: each holds many frames of a large film. Null: none can be decoded. */
async function ofPieces(film: Film, starts: Starts, size: PictureSize, run: FilmRun): Promise<Pieces | null> {
  const made: FfmpegInput[] = [];
  const [filter = ''] = piecesOf(film, 1, size);
  for (const [n, start] of starts.entries()) {
    const path = join(run.folder, `piece-${n}.mkv`);
    const options = ['-map', '[piece0]', '-t', String(PIECE_SECONDS), '-c:v', 'ffv1', '-f', 'matroska'];
    const command = { inputs: inputsAt(film, [start]), filters: [filter], outputs: [{ path, options }] };
    if ((await framesOf(command, run)) > 0) made.push({ path, format: 'film' });
  }
  const [first, ...others] = made;
  return first
    ? { inputs: [first, ...others], filters: made.map((_, n) => `[${n}:v]null[piece${n}]`) }
    : null;
}

/** @returns frames written */
async function framesOf(command: FfmpegCommand, run: FilmRun): Promise<number> {
  let frames = 0;
  await runFfmpeg(command, { ...run, onProgress: (progress) => void (frames = progress.frames) });
  return frames;
}

type Starts = [number, ...number[]];

/** Seconds; many films begin black. */
function startsOf(duration: number): Starts {
  if (duration <= WHOLE_SECONDS) return [0];
  const part = (duration - PIECE_SECONDS) / PIECES;
  return [0.2 * part, ...Array.from({ length: PIECES - 1 }, (_, n) => (n + 1.2) * part)];
}

const asMp4 = typed(
  '-an -sn -dn -map_metadata -1 -c:v libx264 -preset veryfast -crf 28 ' +
    `-g ${PIECES * FRAMES_PER_SECOND} -movflags +faststart -f mp4`,
);
