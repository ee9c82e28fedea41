import type { SourceFile } from '../../../application/kind.js';
import { JobRefusal } from '../../../domain/refusal.js';
import { MOST_PIXELS, type MediaFormat } from './formats.js';
import { tooManyPixels } from './reasons.js';
import { probe, type ProbedMedia, type VideoStream } from './probe.js';

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
