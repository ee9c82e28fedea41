import type { Film } from './moments-of.js';
import type { FfmpegCommand, FfmpegInput } from './run-ffmpeg.js';

export interface RowOfMoments {
  /** Seconds. */
  moments: readonly number[];
  /** Filters. */
  cell: string;
  path: string;
}

/**
 * Of each moment the key frame before it, by the file's index: hours cost as much as minutes. Behind the end,
 * the last one.
 */
export function rowOfMoments(
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
export function rowsToSprite(paths: readonly string[], rows: number): Omit<FfmpegCommand, 'outputs'> | null {
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
