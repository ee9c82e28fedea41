import { dirname } from 'node:path';
import { z } from 'zod';
import { JobRefusal } from '../../../domain/refusal.js';
import { programPath } from '../program-tool.js';
import { runTool } from '../run-tool.js';
import type { ChildLimits } from '../start-child.js';
import { guards, type MediaFormat, refusalOf, tooManyPixels, unreadable, MOST_PIXELS } from './formats.js';
import { choosePicture, chooseAudio, type StreamFacts } from '../../../domain/choose-streams.js';
import { decodedCodecs } from './decoders.js';
import type { SourceFile } from '../../../application/kind.js';

export interface VideoStream {
  index: number;
  codec: string;
  profile: string | null;
  pixelFormat: string | null;
  /** The size as shown: rotated, with square pixels. */
  width: number;
  height: number;
  /** Degrees clockwise to be shown: 0, 90, 180 or 270. */
  rotation: number;
  /** A second, on average; null: unknown. */
  frameRate: number | null;
  /** Of brightness, by ffmpeg's names: `smpte2084` and `arib-std-b67` are HDR. */
  transfer: string | null;
}

export interface AudioStream {
  index: number;
  codec: string;
  channels: number;
}

/** The file reports it and may be wrong. */
export interface ProbedMedia {
  /** It has ffmpeg's names, such as `mov,mp4,m4a,3gp,3g2,mj2`. */
  container: string;
  /** Seconds; null: not said. */
  duration: number | null;
  start: number;
  /** The first streams that can be decoded. */
  video: VideoStream | null;
  audio: AudioStream | null;
  cover: VideoStream | null;
}

const decimal = z.coerce.number().catch(Number.NaN);
const stream = z.object({
  index: z.int(),
  codec_type: z.string().optional(),
  codec_name: z.string().default('unknown'),
  profile: z.coerce.string().optional(),
  pix_fmt: z.string().optional(),
  width: z.int().default(0),
  height: z.int().default(0),
  channels: z.int().default(0),
  nb_frames: z.coerce.number().optional().catch(undefined),
  sample_aspect_ratio: z.string().default('1:1'),
  avg_frame_rate: z.string().default('0/0'),
  color_transfer: z.string().optional(),
  disposition: z.object({ attached_pic: z.int() }).default({ attached_pic: 0 }),
  side_data_list: z.array(z.object({ rotation: z.coerce.number().optional() })).default([]),
});
type Stream = z.infer<typeof stream>;

const answer = z.object({
  streams: z.array(stream),
  format: z.object({ format_name: z.string(), duration: decimal.optional(), start_time: decimal.optional() }),
});

const SHOWN = [
  'format=format_name,duration,start_time',
  'stream=index,codec_type,codec_name,profile,pix_fmt,width,height,channels,nb_frames,sample_aspect_ratio,avg_frame_rate,color_transfer',
  'stream_disposition=attached_pic',
  'stream_side_data=rotation',
].join(':');

/** Reads headers, and decodes a frame where these say too little. */
const limits: ChildLimits = { cpuSeconds: 30, memoryMb: 1024, fileBytes: 512, nice: 5 };

/**
 * Runs ffprobe.
 * @throws JobRefusal when it is damaged or something else; TryFailure; the signal's reason; DomainError
 * `service.unavailable` without ffprobe
 */
export async function probe(path: string, format: MediaFormat, signal: AbortSignal): Promise<ProbedMedia> {
  const output = await runProbe(path, format, ['-show_entries', SHOWN, '-of', 'json'], signal);
  const { data, error } = answer.safeParse(parsed(output));
  if (!data) throw new JobRefusal(unreadable[format], error);
  const streams = data.streams.map(factsOf);
  const decoded = await decodedCodecs();
  const pictures = streams.filter(
    ({ found: { codec_type: type, width, height } }) => type === 'video' && width * height > 0,
  );
  const sounds = streams.filter(({ found }) => found.codec_type === 'audio');
  const { found: audio } = chooseAudio(sounds, decoded) ?? {};
  const videoOf = (chosen: { found: Stream } | null | undefined) =>
    chosen ? videoStream(chosen.found) : null;
  return {
    container: data.format.format_name,
    duration: positive(data.format.duration),
    start: data.format.start_time || 0,
    video: videoOf(choosePicture(pictures, decoded)),
    audio: audio ? { index: audio.index, codec: audio.codec_name, channels: audio.channels } : null,
    cover: videoOf(pictures.find(({ isCover }) => isCover)),
  };
}

const factsOf = (found: Stream): StreamFacts & { found: Stream } => ({
  found,
  codec: found.codec_name,
  isCover: found.disposition.attached_pic === 1,
  frames: positive(found.nb_frames),
});

/** ffprobe ends well when a decoder refuses a size. */
const TOO_LARGE = /picture size (\d{5,}x\d|\d+x\d{5})/i;

export async function runProbe(
  path: string,
  format: MediaFormat,
  args: readonly string[],
  signal: AbortSignal,
): Promise<string> {
  const command = {
    program: programPath('ffprobe'),
    args: ['-v', 'error', ...guards(format), ...args, path],
  };
  try {
    const { output, errors } = await runTool({ ...command, folder: dirname(path), limits, signal });
    if (TOO_LARGE.test(errors)) throw new JobRefusal(tooManyPixels[format], new Error(errors));
    return output;
  } catch (error) {
    throw refusalOf(error, format);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const positive = (value: number | undefined): number | null =>
  value !== undefined && Number.isFinite(value) && value > 0 ? value : null;

function videoStream(found: Stream): VideoStream {
  const { index, codec_name: codec, profile = null, pix_fmt: pixelFormat = null } = found;
  // ffprobe counts the other way round.
  const turned = found.side_data_list.find(({ rotation }) => rotation)?.rotation ?? 0;
  const rotation = (((Math.round(-turned / 90) * 90) % 360) + 360) % 360;
  const wide = Math.max(1, Math.round(found.width * (ratio(found.sample_aspect_ratio) ?? 1)));
  const upright = rotation % 180 === 0;
  return {
    index,
    codec,
    profile,
    pixelFormat,
    rotation,
    width: upright ? wide : found.height,
    height: upright ? found.height : wide,
    frameRate: ratio(found.avg_frame_rate),
    transfer: found.color_transfer ?? null,
  };
}

/** Parses "16:11" or "30000/1001"; null if it has no value. */
function ratio(text: string): number | null {
  const [above = 0, below = 0] = text.split(/[:/]/).map(Number);
  return positive(above / below);
}

const noPicture: Record<MediaFormat, string> = {
  film: 'The video has no picture.',
  sound: 'The audio file has no cover.',
  image: 'The file is damaged or is not an image.',
};

/** @throws JobRefusal without a picture, or with too large a one; otherwise as `probe` */
export async function probePictures(
  { path }: Pick<SourceFile, 'path'>,
  format: MediaFormat,
  signal: AbortSignal,
): Promise<{ found: ProbedMedia; stream: VideoStream }> {
  const found = await probe(path, format, signal);
  const stream = format === 'sound' ? found.cover : found.video;
  if (!stream) throw new JobRefusal(noPicture[format]);
  if (stream.width * stream.height > MOST_PIXELS) throw new JobRefusal(tooManyPixels[format]);
  return { found, stream };
}
