import { join } from 'node:path';
import { fileType } from '@skyshelf/contracts/rules';
import { requireFile, type Kind } from '../../../application/kind.js';
import { filmMemory } from '../../../domain/film-memory.js';
import { FFMPEG_DATA_MB, withMemory } from './film-limits.js';
import { type MediaFormat, undecodable } from './formats.js';
import { probePictures, type VideoStream } from './probe.js';
import { JobRefusal } from '../../../domain/refusal.js';
import { isFile } from '../run-tool.js';
import type { ChildLimits } from '../start-child.js';
import { asWebp, fitted, scaledTo, type PictureSize } from './picture-filters.js';
import { runFfmpeg, type FfmpegCommand } from './run-ffmpeg.js';

const limits = { cpuSeconds: 60, memoryMb: FFMPEG_DATA_MB, fileBytes: 64 * 1024 * 1024 };

/** Of a film, an audio file's cover, or an image that only ffmpeg reads. */
export const stillOf =
  ({ side, nice }: { side: number; nice: number }): Kind['make'] =>
  async (source, { folder }, signal) => {
    const file = requireFile(source);
    const format = formatOf(file.type);
    const { stream } = await probePictures(file, format, signal);
    const box = { width: side, height: side };
    const bounded = withMemory({ ...limits, nice }, filmMemory(stream, 'keys'));
    const run = { folder, box, limits: bounded, signal };
    const made = await makeStill({ path: file.path, format, stream }, run);
    const { width, height } = stream;
    return { ...made, ...(format !== 'sound' && { sourceDimensions: { width, height } }) };
  };

function formatOf(type: string): MediaFormat {
  const { thumbnail } = fileType(type);
  if (thumbnail === 'frame') return 'image';
  return thumbnail === 'cover' ? 'sound' : 'film';
}

/** Mean brightness above a fade-in or black screen; black is 16, white 235. */
const BRIGHT = 45;
const LOOKED_THROUGH = 120;
const QUALITY = 78;

export interface StillSource {
  path: string;
  format: MediaFormat;
  stream: VideoStream;
}

export interface StillRun {
  folder: string;
  box: PictureSize;
  limits: ChildLimits;
  signal: AbortSignal;
}

/**
 * A film's first bright key frame, or its first.
 * @throws JobRefusal when nothing can be decoded; otherwise as `runFfmpeg`
 */
export async function makeStill(
  { path, format, stream }: StillSource,
  { folder, box, limits, signal }: StillRun,
): Promise<PictureSize & { path: string }> {
  const size = fitted(stream, box);
  const command = format === 'film' ? filmStill(folder) : imageStill(folder);
  const { options, filters, outputs } = command(`[0:${stream.index}]${scaledTo(size, stream)}`);
  const input = { path, format, options: ['-threads', '2', ...options] };
  await runFfmpeg({ inputs: [input], filters, outputs }, { folder, limits, signal });
  for (const { path: made } of outputs) if (await isFile(made)) return { ...size, path: made };
  throw new JobRefusal(undecodable[format]);
}

type StillCommand = (scaled: string) => Pick<FfmpegCommand, 'outputs'> & {
  options: readonly string[];
  filters: readonly string[];
};

const filmStill =
  (folder: string): StillCommand =>
  (scaled) => ({
    options: ['-skip_frame', 'nokey', '-t', String(LOOKED_THROUGH)],
    filters: [
      `${scaled},split[first][all]`,
      `[all]signalstats,metadata=mode=select:key=lavfi.signalstats.YAVG:value=${BRIGHT}:function=greater[bright]`,
    ],
    outputs: ['bright', 'first'].map((name) => ({
      path: join(folder, `${name}.webp`),
      options: ['-map', `[${name}]`, ...asWebp(QUALITY)],
    })),
  });

const imageStill =
  (folder: string): StillCommand =>
  (scaled) => ({
    options: [],
    filters: [`${scaled}[image]`],
    outputs: [{ path: join(folder, 'image.webp'), options: ['-map', '[image]', ...asWebp(QUALITY)] }],
  });
