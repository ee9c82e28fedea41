/** What a file is said to be; nothing else is read as such. */
export type MediaFormat = 'film' | 'sound' | 'image';

/**
 * Readers (demuxers) by format. None of them opens a second file or an address, as those of lists do (hls, dash, concat, image2, sdp …): an upload named
 * `.avi` that is such a list would show a picture out of another file of the machine.
 */
const readers: Record<MediaFormat, string> = {
  film: 'mov,mp4,3gp,matroska,webm,avi,ogg,mpegts,mpeg,mpegvideo,asf,flv',
  sound: 'mp3,aac,wav,flac,ogg,mov,m4a,matroska,webm,asf,aiff,caf',
  image: 'bmp_pipe,jpegxl_pipe',
};

/** Larger pictures are refused before one is decoded: 16,384 × 8192. */
export const MOST_PIXELS = 16_384 * 8192;

/** Stands before each input of ffmpeg and ffprobe. */
export const guards = (format: MediaFormat): string[] => [
  ...['-protocol_whitelist', 'file,pipe'],
  ...['-format_whitelist', readers[format]],
  ...['-max_pixels', String(MOST_PIXELS)],
  ...['-max_streams', '64'],
];
