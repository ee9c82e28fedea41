import { DomainError } from '@skyshelf/contracts';
import { JobRefusal, TryFailure } from '../../../domain/refusal.js';
import { ToolExit } from '../run-tool.js';
import type { MediaFormat } from './formats.js';

/** For the user: not what it is said to be. */
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

/** For the user: it shows nothing. */
export const undecodable: Record<MediaFormat, string> = {
  film: 'No picture of the video can be decoded.',
  sound: 'The cover of the audio file can’t be decoded.',
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
