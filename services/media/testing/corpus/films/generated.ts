import { typed } from '../../../src/infrastructure/tools/run-tool.js';
import { madeByFfmpeg } from '../ffmpeg-files.js';

/** The picture lasts two seconds, with a tone. */
const picture = ['-loop', '1', '-framerate', '25', '-t', '2', '-i', '0.png'];
const tone = ['-f', 'lavfi', '-t', '2', '-i', 'sine=frequency=440'];
const x264 = typed('-c:v libx264 -preset ultrafast -crf 18 -pix_fmt yuv420p -g 25');
const x265 = typed('-c:v libx265 -preset ultrafast -x265-params log-level=none -tag:v hvc1');
const film = (name: string, codec: readonly string[], options?: { size?: number[] }) =>
  madeByFfmpeg(name, [...picture, ...codec], options);
const withTone = (name: string, codec: readonly string[]) =>
  madeByFfmpeg(name, [...picture, ...tone, ...codec]);

/** The same film, changed afterwards. */
const changed = (make: () => Promise<Buffer>, change: (bytes: Buffer) => Buffer) => async () =>
  change(Buffer.from(await make()));

const h264 = withTone('a.mp4', [...x264, '-c:a', 'aac']);
const faststart = film('a.mp4', [...x264, '-movflags', '+faststart']);
const matroska = film('a.mkv', x264);

/** Turned by the matrix of its track only, as phones do; degrees clockwise. ISO 14496-12, 8.3.2. */
const turned = (degrees: 90 | 180 | 270) =>
  changed(film('a.mov', x264), (bytes) => {
    const { cos, sin } = { 90: { cos: 0, sin: 1 }, 180: { cos: -1, sin: 0 }, 270: { cos: 0, sin: -1 } }[
      degrees
    ];
    const matrix = bytes.indexOf('tkhd') + 44;
    for (const [n, value] of [cos, sin, 0, -sin, cos].entries())
      bytes.writeInt32BE(value * 65_536, matrix + 4 * n);
    return bytes;
  });

/** Matroska keeps its length as a number of 8 bytes behind this id. */
function saysThatItLasts(bytes: Buffer, milliseconds: number): Buffer {
  const at = bytes.indexOf(Buffer.from([0x44, 0x89, 0x88]));
  bytes.writeDoubleBE(milliseconds, at + 3);
  return bytes;
}

/** Cuts the film after its only key frame. */
const withoutItsBeginning = (bytes: Buffer): Buffer =>
  bytes.subarray(188 * Math.floor((bytes.length * 0.75) / 188));

/** Sets the width and height of the main header and of the stream. */
function promises30000(bytes: Buffer): Buffer {
  for (const at of [bytes.indexOf('avih') + 40, bytes.indexOf('strf') + 12]) {
    bytes.writeUInt32LE(30_000, at);
    bytes.writeUInt32LE(30_000, at + 4);
  }
  return bytes;
}

/** Its sounds have these sample entries (ISO 14496-12, 8.5.2); what is no AAC says nothing more of itself. */
const saysSounds = (codec: readonly string[], ...sounds: string[]) =>
  changed(
    madeByFfmpeg('a.mp4', [
      ...picture,
      ...sounds.flatMap((_, n) => ['-f', 'lavfi', '-t', '2', '-i', `sine=frequency=${440 * (n + 1)}`]),
      ...['0', ...sounds.keys()].flatMap((_, n) => ['-map', String(n)]),
      ...codec,
      ...typed('-c:a aac'),
    ]),
    (bytes) => {
      let at = 0;
      for (const sound of sounds) {
        at = bytes.indexOf('mp4a', at + 1);
        bytes.write(sound, at, 'latin1');
        if (sound !== 'mp4a') bytes.write('free', bytes.indexOf('esds', at), 'latin1');
      }
      return bytes;
    },
  );

const list = (line: string) => async () =>
  Buffer.from(`#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n${line}\n#EXT-X-ENDLIST\n`);

/** By name, what makes the bytes of the film. */
export const generatedFilms: Record<string, () => Promise<Buffer>> = {
  'h264.mp4': h264,
  'no-sound.mp4': film('a.mp4', x264),
  'bt709.mp4': film('a.mp4', [
    ...typed('-vf scale=out_color_matrix=bt709,format=yuv420p'),
    ...x264,
    ...typed('-colorspace bt709 -color_primaries bt709 -color_trc bt709'),
  ]),
  'hevc.mp4': film('a.mp4', [...x265, '-pix_fmt', 'yuv420p']),
  'hevc-hlg.mov': film('a.mov', [
    '-vf',
    'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p10,zscale=tin=709:min=709:pin=709:rin=limited:t=arib-std-b67:m=2020_ncl:p=2020:r=limited:npl=203,format=yuv420p10',
    ...x265,
    ...typed('-colorspace bt2020nc -color_primaries bt2020 -color_trc arib-std-b67'),
  ]),
  'prores.mov': film('a.mov', ['-c:v', 'prores_ks', '-pix_fmt', 'yuv422p10']),
  'av1.mp4': film('a.mp4', ['-c:v', 'libsvtav1', '-preset', '12', '-pix_fmt', 'yuv420p']),
  'vp9.webm': film('a.webm', [
    '-c:v',
    'libvpx-vp9',
    '-deadline',
    'realtime',
    '-cpu-used',
    '8',
    '-pix_fmt',
    'yuv420p',
  ]),
  'vp8.webm': film('a.webm', ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '2M']),
  'of-a-recorder.webm': film('a.webm', [
    '-c:v',
    'libvpx',
    '-deadline',
    'realtime',
    '-b:v',
    '2M',
    '-live',
    '1',
  ]),
  'theora.ogv': film('a.ogv', ['-c:v', 'libtheora', '-q:v', '8', '-pix_fmt', 'yuv420p']),
  'mpeg4.avi': film('a.avi', ['-c:v', 'mpeg4', '-q:v', '2']),
  'mjpeg.avi': film('a.avi', ['-c:v', 'mjpeg', '-q:v', '2', '-pix_fmt', 'yuvj420p']),
  'h264.mkv': matroska,
  'h264.mts': film('a.ts', [...x264, '-f', 'mpegts']),
  'wmv2.wmv': film('a.wmv', ['-c:v', 'wmv2', '-q:v', '2']),
  'flv1.flv': film('a.flv', ['-c:v', 'flv', '-q:v', '2']),
  'mpeg2.mpg': film('a.mpg', ['-c:v', 'mpeg2video', '-q:v', '2', '-pix_fmt', 'yuv420p']),
  'mpeg4.3gp': film('a.3gp', ['-c:v', 'mpeg4', '-q:v', '2']),
  'variable-rate.mp4': film('a.mp4', [
    '-vf',
    "select='not(mod(n\\,7))+lt(n\\,10)'",
    '-vsync',
    'vfr',
    ...x264,
  ]),
  'turned-90.mov': turned(90),
  'turned-180.mov': turned(180),
  'turned-270.mov': turned(270),
  'upright.mp4': film('a.mp4', x264, { size: [360, 640] }),
  'anamorphic.mp4': film('a.mp4', ['-vf', 'scale=480:360,setsar=4/3', ...x264]),
  'odd.mp4': film('a.mp4', [...x264, '-pix_fmt', 'yuv444p'], { size: [321, 181] }),
  'of-one-frame.mp4': madeByFfmpeg('a.mp4', ['-i', '0.png', '-frames:v', '1', ...x264]),
  'begins-black.mp4': film('a.mp4', ['-vf', "drawbox=c=black:t=fill:enable='lt(t,1)'", ...x264]),
  'all-black.mp4': film('a.mp4', ['-vf', 'drawbox=c=black:t=fill', ...x264]),
  'broken-off.mp4': changed(faststart, (bytes) => bytes.subarray(0, bytes.length * 0.85)),
  'says-a-year.mkv': changed(matroska, (bytes) => saysThatItLasts(bytes, 365 * 86_400_000)),
  'says-nothing.mkv': changed(matroska, (bytes) => saysThatItLasts(bytes, Number.NaN)),
  'truncated.mp4': changed(h264, (bytes) => bytes.subarray(0, bytes.length * 0.7)),
  'without-key-frame.mts': changed(
    film('a.ts', [...x264, '-g', '1000', '-vf', 'noise=alls=20:allf=t', '-f', 'mpegts']),
    withoutItsBeginning,
  ),
  'one-key-frame.mts': madeByFfmpeg('a.ts', [
    ...typed('-loop 1 -framerate 25 -t 8 -i 0.png'),
    ...x264,
    ...typed('-g 1000 -f mpegts'),
  ]),
  // Spatial sound of phones: ffmpeg knows no decoder.
  'apac-first.mov': saysSounds(x264, 'apac', 'mp4a'),
  'apac-first-hevc.mov': saysSounds([...x265, '-pix_fmt', 'yuv420p'], 'apac', 'mp4a'),
  'mpeg-h-first.mov': saysSounds(x264, 'mhm1', 'mp4a'),
  'apac-alone.mov': saysSounds(x264, 'apac'),
  'broken-sound.mkv': madeByFfmpeg('a.mkv', [
    ...picture,
    ...tone,
    ...x264,
    ...typed('-c:a ac3 -bsf:a noise=amount=1'),
  ]),
  'thumbnail-first.mp4': madeByFfmpeg(
    'a.mp4',
    [
      ...typed('-i 1.png'),
      ...picture,
      ...typed('-map 0 -map 1 -filter:v:0 scale=160:90 -c:v:0 mjpeg -q:v 2 -pix_fmt:v:0 yuvj420p'),
      ...typed('-c:v:1 libx264 -preset:v:1 ultrafast -crf:v:1 18 -pix_fmt:v:1 yuv420p -g:v:1 25'),
    ],
    { shifts: [0, 1] },
  ),
  'mpeg2.mxf': film('a.mxf', ['-c:v', 'mpeg2video', '-q:v', '2', '-pix_fmt', 'yuv420p']),
  'rv20.rm': film('a.rm', ['-c:v', 'rv20', '-q:v', '2'], { size: [352, 288] }),
  'sound-only.mp4': madeByFfmpeg('a.mp4', [...tone, '-c:a', 'aac']),
  'promises-30000.avi': changed(film('a.avi', ['-c:v', 'mjpeg']), promises30000),
  'list.avi': list('file:///etc/passwd'),
  'concat.avi': async () => Buffer.from("ffconcat version 1.0\nfile '/etc/passwd'\n"),
  'text.mp4': async () => Buffer.from('no film at all'),
  'pdf.mp4': async () => Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>'),
  'empty.mp4': async () => Buffer.alloc(0),
};
