import { hasImageThumbnail } from '@skyshelf/contracts/rules';
import type { Kind } from '../application/kind.js';
import { createImageTool } from '../infrastructure/tools/images/image-tool.js';

/** Of the square it fits in, pixels. */
const SIDE = 800;
/** An image of no more shows no more than its thumbnail has. */
const THUMBNAIL_PIXELS = 400 * 400;
const images = createImageTool('thumbnail2x', { nice: 15 });

/** The thumbnail for dense screens. Until it is there they show the other. */
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
  // While photos come one after the other, the page and the next one need the machine.
  delayMs: 3000,
  maxSourceBytes: 256 * 1024 * 1024,
  make: async (source, _, signal, onBegun) => {
    if (!('path' in source)) throw new TypeError('A thumbnail is made from a file.');
    return images.picture({ source: source.path, side: SIDE, animated: true }, signal, onBegun);
  },
};
