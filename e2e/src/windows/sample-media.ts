import { byFfmpeg } from '../by-ffmpeg.js';

/** A minute of sound by a source of ffmpeg's. */
export const sound = (source: string): Promise<Buffer> =>
  byFfmpeg('sound.mp3', `-f lavfi -i ${source} -t 60`);

/** A short film that browsers play as it is. */
export const webFilm = (): Promise<Buffer> =>
  byFfmpeg('film.webm', '-f lavfi -i testsrc=s=160x90:r=10:d=2 -c:v libvpx');
