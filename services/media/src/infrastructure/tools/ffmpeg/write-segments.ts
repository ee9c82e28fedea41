import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { SEGMENT_SECONDS } from '../../../domain/live-segments.js';
import type { EncodingStep } from '../../../domain/film-plan.js';
import { typed, type ToolControl } from '../run-tool.js';
import { asFilm, encodedAudio, sizeAt } from './film-encoding.js';
import type { Film, FilmRun } from './moments-of.js';
import { scaledTo } from './picture-filters.js';
import type { AudioStream } from './probe.js';
import { runFfmpeg } from './run-ffmpeg.js';

export interface FilmWithSound extends Film {
  audio: AudioStream | null;
}

export interface SegmentsRun extends FilmRun {
  from: number;
  onStarted?: (control: ToolControl) => void;
}

/** A file may say to be longer than it is, seconds. */
const LENGTHENED = 2;

/** A frame at each moment: each segment has one to begin with. */
const steadyPicture = ({ stream }: Film, step: EncodingStep): string =>
  [
    // Small before a frame is repeated, for hours maybe.
    `[0:${stream.index}]${scaledTo(sizeAt(stream, step), stream)}`,
    `fps=fps=${steadyRate(stream.frameRate)}:start_time=0`,
    `tpad=stop_mode=clone:stop_duration=${LENGTHENED}`,
    'format=yuv420p[film]',
  ].join(',');

const steadySound = ({ index }: AudioStream): string =>
  `[0:${index}]aresample=async=1:first_pts=0,apad=pad_dur=${LENGTHENED}[sound]`;

/**
 * One key frame each, the first, and no frame waits for a later one: segments of several processes fit
 * together.
 */
const asPicture = ({ preset }: EncodingStep): string[] =>
  typed(
    `-map [film] -c:v libx264 -preset ${preset} -crf 23 -bf 0 -sc_threshold 0 -g 9999 ` +
      `-force_key_frames expr:gte(t,n_forced*${SEGMENT_SECONDS})`,
  );

/** `frag_discont`: times count from the film's beginning. `temp_file`: a segment has its name once whole. */
const asSegments = (folder: string, from: number): string[] => [
  ...typed('-sn -dn -map_metadata -1 -map_chapters -1 -max_muxing_queue_size 4096'),
  ...typed('-f hls -hls_segment_type fmp4 -hls_playlist_type vod -hls_list_size 0'),
  ...typed(`-hls_flags independent_segments+temp_file -hls_time ${SEGMENT_SECONDS / 2}`),
  ...typed(`-hls_segment_options movflags=+frag_discont -start_number ${from}`),
  ...typed('-hls_fmp4_init_filename init.mp4 -hls_segment_filename'),
  join(folder, '%d.m4s'),
];

/** Writes `<n>.m4s` and `init.mp4` to the film's end. Throws as `runFfmpeg`. */
export async function writeSegments(
  film: FilmWithSound,
  step: EncodingStep,
  { from, ...run }: SegmentsRun,
): Promise<void> {
  const { path, audio, duration } = film;
  const start = from * SEGMENT_SECONDS;
  const output = [
    ...asPicture(step),
    ...(audio ? ['-map', '[sound]', ...encodedAudio, '-ar', '48000'] : ['-an']),
    ...typed(`-t ${Math.max(0, duration - start)} -output_ts_offset ${start}`),
    ...asSegments(run.folder, from),
  ];
  await runFfmpeg(
    {
      inputs: [{ path, format: 'film', options: from === 0 ? [] : ['-ss', String(start)] }],
      filters: [steadyPicture(film, step), ...(audio ? [steadySound(audio)] : [])],
      outputs: [{ path: join(run.folder, 'written.m3u8'), options: output }],
    },
    run,
  );
}

/** Throws as `runFfmpeg`, and what writing does. */
export async function joinSegments(segments: string, count: number, run: FilmRun): Promise<string> {
  const joined = join(run.folder, 'joined.mp4');
  const made = join(run.folder, 'film.mp4');
  const pieces = ['init.mp4', ...Array.from({ length: count }, (_, n) => `${n}.m4s`)];
  for (const [n, piece] of pieces.entries())
    await pipeline(
      createReadStream(join(segments, piece)),
      createWriteStream(joined, { flags: n === 0 ? 'w' : 'a', mode: 0o600 }),
      { signal: run.signal },
    );
  await runFfmpeg(
    {
      inputs: [{ path: joined, format: 'film' }],
      outputs: [{ path: made, options: ['-map', '0', '-c', 'copy', ...asFilm] }],
    },
    run,
  );
  await rm(joined);
  return made;
}

const usualRates: readonly [rate: number, exact: string][] = [
  [24_000 / 1001, '24000/1001'],
  [24, '24'],
  [25, '25'],
  [30_000 / 1001, '30000/1001'],
  [30, '30'],
  [50, '50'],
  [60_000 / 1001, '60000/1001'],
  [60, '60'],
];
/** Hardly any frames, maybe hours apart: each moment is encoded. */
const SPARSE = { below: 2, rate: '2' } as const;
const FASTEST = '60';
const UNKNOWN = '30';

/** The film's usual rate, or the next above: phones and screen recorders have no steady one. */
export function steadyRate(average: number | null): string {
  if (average === null) return UNKNOWN;
  if (average < SPARSE.below) return SPARSE.rate;
  return usualRates.find(([rate]) => average <= rate * 1.0004)?.[1] ?? FASTEST;
}
