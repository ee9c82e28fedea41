import { byFfmpeg } from '../by-ffmpeg.js';

/** A film that Chromium does not play as it is, and how ffmpeg makes it. */
export interface UnplayedFilm {
  name: string;
  type: string;
  size?: string;
  rate?: string;
  /** They are options of ffmpeg. */
  codec: string;
  silent?: boolean;
}

const x264 = '-c:v libx264 -preset ultrafast';
const hevc = '-c:v libx265 -preset ultrafast -x265-params log-level=none -tag:v hvc1';
const mpeg4 = '-c:v mpeg4 -q:v 4';

/** The first two are the sample of each run. */
export const unplayedFilms: readonly UnplayedFilm[] = [
  { name: 'hevc.mp4', type: 'video/mp4', codec: `${hevc} -pix_fmt yuv420p -c:a aac` },
  { name: 'mpeg4.avi', type: 'video/x-msvideo', size: '1280x720', codec: `${mpeg4} -c:a mp2` },
  { name: 'hevc-10.mkv', type: 'video/x-matroska', codec: `${hevc} -pix_fmt yuv420p10 -c:a ac3` },
  { name: 'prores.mov', type: 'video/quicktime', codec: '-c:v prores_ks -profile:v 0 -c:a pcm_s16le' },
  { name: 'wmv2.wmv', type: 'video/x-ms-wmv', size: '1280x720', codec: '-c:v wmv2 -q:v 4 -c:a wmav2' },
  { name: 'flv1.flv', type: 'video/x-flv', size: '854x480', codec: '-c:v flv -q:v 4 -ar 44100 -c:a mp3' },
  { name: 'mpeg2.ts', type: 'video/mp2t', codec: '-c:v mpeg2video -q:v 4 -c:a mp2 -f mpegts' },
  { name: 'mpeg2.mpg', type: 'video/mpeg', size: '720x576', codec: '-c:v mpeg2video -q:v 4 -c:a mp2' },
  { name: '444.mp4', type: 'video/mp4', codec: `${x264} -pix_fmt yuv444p -c:a aac` },
  { name: 'silent.avi', type: 'video/x-msvideo', size: '1280x720', codec: mpeg4, silent: true },
  {
    name: 'variable.mkv',
    type: 'video/x-matroska',
    rate: '30',
    codec: `-vf select='not(mod(n,7))+lt(mod(n,90),45)' -vsync vfr ${hevc} -pix_fmt yuv420p -c:a ac3`,
  },
  {
    name: 'upright.mov',
    type: 'video/quicktime',
    size: '1080x1920',
    codec: `${hevc} -pix_fmt yuv420p -c:a aac`,
  },
  {
    name: 'mjpeg.avi',
    type: 'video/x-msvideo',
    size: '1280x720',
    codec: '-c:v mjpeg -q:v 5 -pix_fmt yuvj420p -c:a pcm_s16le',
  },
  {
    name: 'fast.mp4',
    type: 'video/mp4',
    size: '1280x720',
    rate: '60',
    codec: `${hevc} -pix_fmt yuv420p -c:a aac`,
  },
];

/** Encodes so many seconds of it. */
export const bytesOf = (
  { name, size = '1920x1080', rate = '25', codec, silent = false }: UnplayedFilm,
  seconds: number,
): Promise<Buffer> => {
  const tone = silent ? '' : ` -f lavfi -i sine=440:d=${seconds}`;
  return byFfmpeg(name, `-f lavfi -i testsrc=s=${size}:r=${rate}:d=${seconds}${tone} ${codec}`);
};
