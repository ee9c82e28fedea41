import { byFfmpeg } from '../by-ffmpeg.js';
import { pdfOf } from '../pdf-of.js';

/** Pixels of the pictures, and points of the page that they fill. */
const SIDE = 32;

/** One page that is filled by a picture, as scanners write them. */
export function scannedPdf(filter: 'JPXDecode' | 'JBIG2Decode', picture: Buffer): Buffer {
  const colours = filter === 'JBIG2Decode' ? '/ColorSpace /DeviceGray /BitsPerComponent 1 ' : '';
  const content = Buffer.from(`q ${SIDE} 0 0 ${SIDE} 0 0 cm /Im0 Do Q`);
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${SIDE} ${SIDE}] /Contents 4 0 R /Resources << /XObject << /Im0 5 0 R >> >> >>`,
    stream(`<< /Length ${content.length} >>`, content),
    stream(
      `<< /Type /XObject /Subtype /Image /Width ${SIDE} /Height ${SIDE} ${colours}/Filter /${filter} /Length ${picture.length} >>`,
      picture,
    ),
  ]);
}

const stream = (head: string, bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${head}\nstream\n`), bytes, Buffer.from('\nendstream')]);

/** A red picture in JPEG 2000. */
export const jpxPicture = (): Promise<Buffer> =>
  byFfmpeg(
    'red.jp2',
    `-f lavfi -i color=red:s=${SIDE}x${SIDE}:d=1:r=1 -frames:v 1 -c:v jpeg2000 -pix_fmt rgb24`,
  );

/**
 * A white picture with a black column from 8 to 24, in JBIG2 (ITU-T T.88) as PDFs hold it: the segments `page
 * information` and `immediate generic region`, whose rows are in MMR (ITU-T T.6).
 */
export function jbig2Picture(): Buffer {
  // Horizontal mode, 8 white, 16 black, the rest as above; then each row as the one before; then the end.
  const rows = `0011001100000101111${'111'.repeat(SIDE - 1)}${'000000000001'.repeat(2)}`;
  const bits = rows.padEnd(Math.ceil(rows.length / 8) * 8, '0');
  const coded = Buffer.from(
    Array.from({ length: bits.length / 8 }, (_, at) => Number.parseInt(bits.slice(at * 8, at * 8 + 8), 2)),
  );
  const page = Buffer.concat([numbers(SIDE, SIDE, 0, 0), Buffer.from([0, 0, 0])]);
  const region = Buffer.concat([numbers(SIDE, SIDE, 0, 0), Buffer.from([0, 1]), coded]);
  return Buffer.concat([segment(0, 48, page), segment(1, 38, region)]);
}

const numbers = (...all: number[]): Buffer => {
  const bytes = Buffer.alloc(all.length * 4);
  all.forEach((each, index) => bytes.writeUInt32BE(each, index * 4));
  return bytes;
};

const segment = (number: number, type: number, data: Buffer): Buffer =>
  Buffer.concat([numbers(number), Buffer.from([type, 0, 1]), numbers(data.length), data]);
