import { typed } from '../arguments.js';

/** As declared; nothing else is read as such. */
export type MediaFormat = 'film' | 'sound' | 'image';

/**
 * Demuxers. None opens a second file or an address, as those of lists do (hls, dash, concat, image2, sdp …):
 * an upload `.avi` that is a list would show another file of the machine.
 */
const readers: Record<MediaFormat, string> = {
  film: 'mov,mp4,3gp,matroska,webm,avi,ogg,mpegts,mpeg,mpegvideo,asf,flv',
  sound: 'mp3,aac,wav,flac,ogg,mov,m4a,matroska,webm,asf,aiff,caf',
  image: 'bmp_pipe,jpegxl_pipe',
};

/** Larger ones are refused undecoded. */
export const MOST_PIXELS = 16_384 * 8192;

/** Before each input of ffmpeg and ffprobe. */
export const guards = (format: MediaFormat): string[] =>
  typed(
    `-protocol_whitelist file,pipe -format_whitelist ${readers[format]} -max_pixels ${MOST_PIXELS} -max_streams 64`,
  );
