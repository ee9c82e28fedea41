import { fileType } from '@skyshelf/contracts/rules';
import type { Kind } from '../../../application/kind.js';
import type { ChildLimits } from '../start-child.js';
import { requireFile } from '../require-file.js';
import type { MediaFormat } from './formats.js';
import { probePictures } from './probe-pictures.js';
import { makeStill } from './video-still.js';

/** A frame of 8K of HEVC takes 0.4 GB. */
const limits: ChildLimits = { cpuSeconds: 60, memoryMb: 2048, fileBytes: 64 * 1024 * 1024, nice: 0 };

/** How a picture that fits in a square is made of a film, of the cover of an audio file, or of an image that only ffmpeg reads. */
export const stillOf =
  ({ side, nice }: { side: number; nice: number }): Kind['make'] =>
  async (source, { folder }, signal) => {
    const file = requireFile(source);
    const format = formatOf(file.type);
    const { stream } = await probePictures(file, format, signal);
    const box = { width: side, height: side };
    const run = { folder, box, limits: { ...limits, nice }, signal };
    const made = await makeStill({ path: file.path, format, stream }, run);
    const { width, height } = stream;
    return { ...made, ...(format !== 'sound' && { sourceDimensions: { width, height } }) };
  };

function formatOf(type: string): MediaFormat {
  const { thumbnail } = fileType(type);
  if (thumbnail === 'frame') return 'image';
  return thumbnail === 'cover' ? 'sound' : 'film';
}
