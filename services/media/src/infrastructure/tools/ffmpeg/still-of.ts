import { fileType } from '@skyshelf/contracts/rules';
import { requireFile, type Kind } from '../../../application/kind.js';
import { FFMPEG_DATA_MB, filmMemory, withMemory } from './film-memory.js';
import type { MediaFormat } from './formats.js';
import { probePictures } from './probe-pictures.js';
import { makeStill } from './video-still.js';

const limits = { cpuSeconds: 60, memoryMb: FFMPEG_DATA_MB, fileBytes: 64 * 1024 * 1024 };

/** Of a film, an audio file's cover, or an image that only ffmpeg reads. */
export const stillOf =
  ({ side, nice }: { side: number; nice: number }): Kind['make'] =>
  async (source, { folder }, signal) => {
    const file = requireFile(source);
    const format = formatOf(file.type);
    const { stream } = await probePictures(file, format, signal);
    const box = { width: side, height: side };
    const bounded = withMemory({ ...limits, nice }, filmMemory(stream, 'keys'));
    const run = { folder, box, limits: bounded, signal };
    const made = await makeStill({ path: file.path, format, stream }, run);
    const { width, height } = stream;
    return { ...made, ...(format !== 'sound' && { sourceDimensions: { width, height } }) };
  };

function formatOf(type: string): MediaFormat {
  const { thumbnail } = fileType(type);
  if (thumbnail === 'frame') return 'image';
  return thumbnail === 'cover' ? 'sound' : 'film';
}
