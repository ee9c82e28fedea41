import { join } from 'node:path';
import { scrubSprite } from '@skyshelf/contracts';
import type { MadeFile } from '../../../application/kind.js';
import { isFile } from '../run-tool.js';
import { filmMemory } from '../../../domain/film-memory.js';
import { withMemory } from './film-limits.js';
import type { Film, FilmRun } from './moments-of.js';
import { asWebp, scaledTo, type PictureSize } from './picture-filters.js';
import type { VideoStream } from './probe.js';
import { runFfmpeg, type FfmpegCommand, type FfmpegInput, type FfmpegProgress } from './run-ffmpeg.js';

const QUALITY = 70;
/** Films extremely long in one direction are squeezed beyond it. */
const MOST_CELLS = 8;
/** In longer films each moment is sought, unless a row of them takes more than this. */
const LONG_SECONDS = 20 * 60;
const MOST_SOUGHT_MB = 500;
const { columns, rows, width, height } = scrubSprite;

/** Decodes key frames only. Null means that nothing can be decoded. Throws as `runFfmpeg`. */
export async function makeScrub(film: Film, run: FilmRun): Promise<MadeFile | null> {
  const sprite = join(run.folder, 'scrub.webp');
  const output = { path: sprite, options: ['-map', '[scrub]', ...asWebp(QUALITY)] };
  const sought = film.duration > LONG_SECONDS && filmMemory(film.stream, 'keys', columns) < MOST_SOUGHT_MB;
  const limits = withMemory(run.limits, filmMemory(film.stream, 'keys', sought ? columns : 1));
  const bounded = { ...run, limits };
  const command = sought ? await ofSoughtMoments(film, bounded) : ofAllKeyFrames(film);
  if (command) await runFfmpeg({ ...command, outputs: [output] }, bounded);
  const made = { path: sprite, width: columns * width, height: rows * height };
  return (await isFile(sprite)) ? made : null;
}

type SpriteCommand = Omit<FfmpegCommand, 'outputs'>;

const asCell = (stream: VideoStream): string =>
  `${scaledTo(covering(stream), stream)},crop=${width}:${height}`;

function ofAllKeyFrames({ path, stream, duration }: Film): SpriteCommand {
  const cells = columns * rows;
  const filters = [
    `[0:${stream.index}]setpts=PTS-STARTPTS`,
    `fps=fps=${cells / Math.max(duration, 0.1)}:start_time=0:eof_action=pass`,
    asCell(stream),
    // A film that ends early goes on with its last picture.
    `tpad=stop=${cells}:stop_mode=clone`,
    `tile=${columns}x${rows}[scrub]`,
  ];
  return {
    inputs: [{ path, format: 'film', options: ['-threads', '2', '-skip_frame', 'nokey'] }],
    filters: [filters.join(',')],
  };
}

/** Row by row: each moment has its own reader. Null: none can be decoded. */
async function ofSoughtMoments(film: Film, run: FilmRun): Promise<SpriteCommand | null> {
  const apart = film.duration / (columns * rows);
  const made: string[] = [];
  for (let row = 0; row < rows; row += 1) {
    const moments = Array.from({ length: columns }, (_, column) => (row * columns + column) * apart);
    const path = join(run.folder, `row-${row}.mkv`);
    let frames = 0;
    const onProgress = (progress: FfmpegProgress) => void (frames = progress.frames);
    const command = rowOfMoments(film, { moments, cell: asCell(film.stream), path });
    await runFfmpeg(command, { ...run, onProgress });
    if (frames > 0) made.push(path);
  }
  return rowsToSprite(made, rows);
}

function covering(of: VideoStream): PictureSize {
  const scale = Math.max(width / of.width, height / of.height);
  const side = (length: number, least: number) =>
    Math.min(MOST_CELLS * least, Math.max(least, Math.round(length * scale)));
  return { width: side(of.width, width), height: side(of.height, height) };
}

interface RowOfMoments {
  moments: readonly number[];
  cell: string;
  path: string;
}

/**
 * Of each moment the key frame before it, by the file's index: hours cost as much as minutes. Behind the end,
 * the last one.
 */
function rowOfMoments(
  { path: film, stream }: Pick<Film, 'path' | 'stream'>,
  { moments, cell, path }: RowOfMoments,
): FfmpegCommand {
  const inputs = moments.map((moment): FfmpegInput => ({
    path: film,
    format: 'film',
    options: ['-threads', '1', '-skip_frame', 'nokey', '-noaccurate_seek', '-ss', String(moment)],
  }));
  const cells = inputs.map((_, n) => `[${n}:${stream.index}]trim=end_frame=1,setpts=N,${cell}[cell${n}]`);
  const row = [
    `${inputs.map((_, n) => `[cell${n}]`).join('')}concat=n=${inputs.length}`,
    `tpad=stop=${inputs.length}:stop_mode=clone`,
    `tile=${inputs.length}x1[row]`,
  ];
  const lossless = ['-frames:v', '1', '-c:v', 'ffv1', '-pix_fmt', 'bgra', '-f', 'matroska'];
  return {
    inputs: atLeastOne(inputs),
    filters: [...cells, row.join(',')],
    outputs: [{ path, options: ['-map', '[row]', ...lossless] }],
  };
}

/** `[scrub]`; the last row stands for missing ones. Null: there is none. */
function rowsToSprite(paths: readonly string[], rows: number): Omit<FfmpegCommand, 'outputs'> | null {
  if (paths.length === 0) return null;
  const inputs = paths.map((path): FfmpegInput => ({ path, format: 'film' }));
  const sprite = [
    `${inputs.map((_, n) => `[${n}:v]`).join('')}concat=n=${inputs.length}`,
    `tpad=stop=${rows}:stop_mode=clone`,
    `tile=1x${rows}[scrub]`,
  ];
  return { inputs: atLeastOne(inputs), filters: [sprite.join(',')] };
}

function atLeastOne(inputs: readonly FfmpegInput[]): FfmpegCommand['inputs'] {
  const [first, ...others] = inputs;
  if (!first) throw new RangeError('ffmpeg needs an input.');
  return [first, ...others];
}
