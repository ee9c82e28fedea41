import type { Sharp } from 'sharp';

/** Cuts off the last bytes. */
const without = (bytes: Buffer, last: number): Buffer => bytes.subarray(0, bytes.length - last);
const part = (bytes: Buffer, share = 0.6): Buffer => bytes.subarray(0, bytes.length * share);

/** By name, a picture that was not stored to its end. */
export const cutImages = (picture: () => Sharp): Record<string, () => Promise<Buffer>> => {
  const jpeg = (progressive = false) => picture().jpeg({ quality: 95, progressive }).toBuffer();
  const png = (progressive = false) => picture().png({ progressive, compressionLevel: 0 }).toBuffer();
  return {
    'no-end.jpg': async () => without(await jpeg(), 2),
    'no-end-progressive.jpg': async () => without(await jpeg(true), 2),
    'cut.jpg': async () => part(await jpeg()),
    'broken.jpg': async () => (await jpeg()).subarray(0, 300),
    'no-end.png': async () => without(await png(), 20),
    'no-end-interlaced.png': async () => without(await png(true), 20),
    'cut.png': async () => part(await png()),
    'broken.png': async () => (await png()).subarray(0, 40),
    'no-end.gif': async () => without(await picture().gif().toBuffer(), 1),
    'cut.gif': async () => part(await picture().gif().toBuffer()),
    'no-end.webp': async () => without(await picture().webp({ quality: 95 }).toBuffer(), 2),
    'cut.webp': async () => part(await picture().webp({ quality: 95 }).toBuffer(), 0.9),
    'no-end.tiff': async () => without(await picture().tiff({ compression: 'none' }).toBuffer(), 2),
    'cut.avif': async () => part(await picture().avif({ effort: 0 }).toBuffer()),
  };
};
