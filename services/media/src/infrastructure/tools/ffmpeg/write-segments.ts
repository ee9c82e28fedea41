import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { SEGMENT_SECONDS } from '../../../domain/live-segments.js';
import type { EncodingStep } from '../../../domain/film-plan.js';
import type { ToolControl } from '../run-tool.js';
import { asFilm, encodedAudio, sizeAt } from './film-encoding.js';
import { steadyRate } from './frame-rate.js';
import type { Film, FilmRun } from './moments-of.js';
import { scaledTo } from './picture-filters.js';
import type { AudioStream } from './probe.js';
import { runFfmpeg } from './run-ffmpeg.js';

export interface FilmWithSound extends Film {
  audio: AudioStream | null;
}

export interface SegmentsRun extends FilmRun {
  /** The first segment that is written. */
  from: number;
  onStarted?: (control: ToolControl) => void;
}

/** What a file says of its length may be a little more than what is in it, seconds. */
const LENGTHENED = 2;

/** With a frame at each moment: only so there is one for each segment to begin with. */
const steadyPicture = ({ stream }: Film, step: EncodingStep): string =>
  [
    // Made small before a frame is repeated: there may be hours to the next one.
    `[0:${stream.index}]${scaledTo(sizeAt(stream, step), stream)}`,
    `fps=fps=${steadyRate(stream.frameRate)}:start_time=0`,
    `tpad=stop_mode=clone:stop_duration=${LENGTHENED}`,
    'format=yuv420p[film]',
  ].join(',');

const steadySound = ({ index }: AudioStream): string =>
  `[0:${index}]aresample=async=1:first_pts=0,apad=pad_dur=${LENGTHENED}[sound]`;

/** Each segment begins with a key frame and none has another; no frame waits for a later one, so segments of several processes fit together. */
const asPicture = ({ preset }: EncodingStep): string[] => [
  ...['-map', '[film]', '-c:v', 'libx264', '-preset', preset, '-crf', '23', '-bf', '0'],
  ...['-sc_threshold', '0', '-g', '9999', '-force_key_frames', `expr:gte(t,n_forced*${SEGMENT_SECONDS})`],
];

/** `frag_discont`: times count from the beginning of the film, wherever the writing begins. `temp_file`: a segment has its name when it is whole. */
const asSegments = (folder: string, from: number): string[] => [
  ...['-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1', '-max_muxing_queue_size', '4096'],
  ...['-f', 'hls', '-hls_segment_type', 'fmp4', '-hls_playlist_type', 'vod', '-hls_list_size', '0'],
  ...['-hls_flags', 'independent_segments+temp_file', '-hls_time', String(SEGMENT_SECONDS / 2)],
  ...['-hls_segment_options', 'movflags=+frag_discont', '-start_number', String(from)],
  ...['-hls_fmp4_init_filename', 'init.mp4', '-hls_segment_filename', join(folder, '%d.m4s')],
];

/** Writes a film's segments `<n>.m4s` and their head `init.mp4` into a folder, to its end. Throws as `runFfmpeg`. */
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
    ...['-t', String(Math.max(0, duration - start)), '-output_ts_offset', String(start)],
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

/** Joins the segments 0 to `count - 1` of a folder to one film. Throws as `runFfmpeg`, and what writing does. */
export async function joinSegments(segments: string, count: number, run: FilmRun): Promise<string> {
  const [joined, made] = ['joined.mp4', 'film.mp4'].map((name) => join(run.folder, name)) as [string, string];
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
