import { DomainError } from '@skyshelf/contracts';
import { typed, ToolExit } from '../run-tool.js';
import { JobRefusal, TryFailure } from '../../../domain/refusal.js';

/** The declared format; the file is never read as another one. */
export type MediaFormat = 'film' | 'sound' | 'image';

/**
 * The demuxers that may be used. None opens a second file or an address, as those of lists do (hls, dash, concat,
 * image2, sdp …): an upload `.avi` that is a list would show another file of the machine.
 */
const readers: Record<MediaFormat, string> = {
  film: 'mov,mp4,3gp,matroska,webm,avi,ogg,mpegts,mpeg,mpegvideo,asf,flv,mxf,rm',
  sound: 'mp3,aac,wav,flac,ogg,mov,m4a,matroska,webm,asf,aiff,caf',
  image: 'bmp_pipe,jpegxl_pipe',
};

/** Larger ones are refused undecoded. */
export const MOST_PIXELS = 16_384 * 8192;

/** The options precede each input of ffmpeg and ffprobe. */
export const guards = (format: MediaFormat): string[] =>
  typed(
    `-protocol_whitelist file,pipe -format_whitelist ${readers[format]} -max_pixels ${MOST_PIXELS} -max_streams 64`,
  );

/** The user sees it when the file is not of the declared format. */
export const unreadable: Record<MediaFormat, string> = {
  film: 'The file is damaged or is not a video.',
  sound: 'The file is damaged or is not an audio file.',
  image: 'The file is damaged or is not an image.',
};

export const tooManyPixels: Record<MediaFormat, string> = {
  film: 'The video has too many pixels.',
  sound: 'The cover has too many pixels.',
  image: 'The image has too many pixels.',
};

/** The user sees it when the file shows nothing. */
export const undecodable: Record<MediaFormat, string> = {
  film: 'No picture of the video can be decoded.',
  sound: "The cover of the audio file can't be decoded.",
  image: unreadable.image,
};

/** An exit code judges the file, unless the machine was the trouble; a signal is one of our limits. */
export function refusalOf(error: unknown, format: MediaFormat): unknown {
  if (!(error instanceof TryFailure) || !(error.cause instanceof ToolExit)) return error;
  const { code, errors } = error.cause;
  if (/cannot allocate memory/i.test(errors)) return new TryFailure('tooMuch', error.cause);
  if (code === null || /file too large/i.test(errors)) return error;
  if (/no space left|resource temporarily unavailable/i.test(errors))
    return new DomainError('service.unavailable', { cause: error.cause });
  return new JobRefusal(unreadable[format], error.cause);
}
