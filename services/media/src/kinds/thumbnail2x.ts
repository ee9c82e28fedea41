import { hasImageThumbnail } from '@skyshelf/contracts/rules';
import type { Kind } from '../application/kind.js';
import { createImageTool } from '../infrastructure/tools/images/image-tool.js';

/** Pixels. */
const SIDE = 800;
/** No more to see than in its thumbnail. */
const THUMBNAIL_PIXELS = 400 * 400;
const images = createImageTool('thumbnail2x', { nice: 15 });

/** For dense screens, which show the other until it is there. */
export const thumbnail2x: Kind = {
  kind: 'thumbnail2x',
  role: 'thumbnail',
  wants: ({ type, source, pixels = Infinity }) =>
    'blobId' in source && hasImageThumbnail(type) && pixels > THUMBNAIL_PIXELS,
  tool: images,
  parallel: 1,
  ahead: 8,
  readsInPlace: true,
  timeoutMs: 30_000,
  quickMs: 1000,
  after: 'thumbnail',
  // While photos come, the page and the next one need the machine.
  delayMs: 3000,
  maxSourceBytes: 256 * 1024 * 1024,
  make: async (source, _, signal, onBegun) => {
    if (!('path' in source)) throw new TypeError('A thumbnail is made from a file.');
    return images.picture({ source: source.path, side: SIDE, animated: true }, signal, onBegun);
  },
};
