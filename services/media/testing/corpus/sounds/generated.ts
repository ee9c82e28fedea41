import { quarters } from '../images/quarters.js';
import { madeByFfmpeg } from '../ffmpeg-files.js';

const size = [600, 400];
const tone = ['-f', 'lavfi', '-t', '1', '-i', 'sine=frequency=440'];
const attached = ['-i', '0.png', '-map', '0', '-map', '1', '-disposition:v', 'attached_pic'];
const withCover = (name: string, args: readonly string[]) =>
  madeByFfmpeg(name, [...tone, ...attached, ...args], { size });
const jpeg = ['-c:v', 'mjpeg', '-q:v', '2', '-pix_fmt', 'yuvj444p'];

/** An Ogg file keeps its cover as a comment: the block of a FLAC file, in base64. RFC 9639, 8.8. */
async function oggWithCover(): Promise<Buffer> {
  const picture = await quarters(600, 400).png().toBuffer();
  const word = (value: number) =>
    Buffer.from([value >>> 24, value >>> 16, value >>> 8, value].map((byte) => byte & 255));
  const type = Buffer.from('image/png');
  const head = [word(3), word(type.length), type, word(0), word(600), word(400), word(24), word(0)];
  const block = Buffer.concat([...head, word(picture.length), picture]).toString('base64');
  return madeByFfmpeg('a.ogg', [
    ...tone,
    '-c:a',
    'libvorbis',
    '-metadata',
    `METADATA_BLOCK_PICTURE=${block}`,
  ])();
}

/** The bytes of the cover are no picture any more. */
async function brokenCover(): Promise<Buffer> {
  const bytes = Buffer.from(await withCover('a.mp3', [...jpeg, '-id3v2_version', '3'])());
  const picture = bytes.indexOf(Buffer.from([0xff, 0xd8, 0xff]));
  return bytes.fill(0x55, picture + 2, picture + 2000);
}

/** By name, what makes the bytes of the audio file. */
export const generatedSounds: Record<string, () => Promise<Buffer>> = {
  'cover.mp3': withCover('a.mp3', [...jpeg, '-id3v2_version', '3']),
  'cover-png.mp3': withCover('a.mp3', ['-c:v', 'png', '-id3v2_version', '4']),
  'cover.m4a': withCover('a.m4a', [...jpeg, '-c:a', 'aac']),
  'cover.flac': withCover('a.flac', ['-c:v', 'png']),
  'cover.aiff': withCover('a.aiff', [...jpeg, '-write_id3v2', '1']),
  'cover.ogg': oggWithCover,
  'no-cover.mp3': madeByFfmpeg('a.mp3', tone),
  'broken-cover.mp3': brokenCover,
  'list.mp3': async () => Buffer.from('#EXTM3U\n#EXTINF:9,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n'),
  'text.mp3': async () => Buffer.from('no sound at all'),
  'empty.mp3': async () => Buffer.alloc(0),
};
