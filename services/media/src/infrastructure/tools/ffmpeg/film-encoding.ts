import type { EncodingStep } from '../../../domain/film-plan.js';
import { typed } from '../run-tool.js';
import { evenSize, fitted, scaledTo, type PictureSize } from './picture-filters.js';
import type { VideoStream } from './probe.js';

const WIDE = 16 / 9;

/** The step's height limits the shorter side: films may be upright. */
export function sizeAt(stream: VideoStream, { height }: EncodingStep): PictureSize {
  const long = Math.round(height * WIDE);
  const box = stream.width >= stream.height ? { width: long, height } : { width: height, height: long };
  return evenSize(fitted(stream, box));
}

/** Ends in `[film]`. */
export const encodedPicture = (stream: VideoStream, step: EncodingStep): string =>
  `[0:${stream.index}]${scaledTo(sizeAt(stream, step), stream)},format=yuv420p[film]`;

/** A key frame every two seconds lets a player jump. */
export const encodedVideo = ({ preset }: EncodingStep): string[] =>
  typed(`-map [film] -c:v libx264 -preset ${preset} -crf 23 -force_key_frames expr:gte(t,n_forced*2)`);

export const encodedAudio = typed('-c:a aac -b:a 128k -ac 2');

/** Picture and sound alone, the index first: playing starts with the first bytes. */
export const asFilm = typed(
  '-sn -dn -map_metadata -1 -map_chapters -1 -max_muxing_queue_size 4096 -movflags +faststart -f mp4',
);
