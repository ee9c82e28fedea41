import { availableParallelism } from 'node:os';
import { fileType, hasImageThumbnail } from '@skyshelf/contracts/rules';
import type { Kind } from '../application/kind.js';
import { JobRefusal } from '../domain/refusal.js';
import { createImageTool } from '../infrastructure/tools/images/image-tool.js';

const SIDE = 400;
const images = createImageTool('thumbnail', { nice: 0 });
/** While a queue stands, requests go first. */
const queued = createImageTool('thumbnail', { nice: 15 });

/** Users wait for pictures of these types, so a job confirms that there is none. */
const isShownAsIcon = (type: string): boolean => {
  const { kind, thumbnail: made } = fileType(type);
  return (kind === 'image' || kind === 'video') && made === null;
};

export const thumbnail: Kind = {
  kind: 'thumbnail',
  role: 'thumbnail',
  wants: ({ type, source }) => 'blobId' in source && (hasImageThumbnail(type) || isShownAsIcon(type)),
  tool: {
    ...images,
    close: () => {
      images.close?.();
      queued.close?.();
    },
  },
  // One more than can work: another's source or result is under way.
  parallel: Math.min(4, availableParallelism()) + 1,
  ahead: 24,
  readsInPlace: true,
  timeoutMs: 20_000,
  // A photo of 2 megapixels takes 30 ms.
  quickMs: 500,
  maxSourceBytes: 256 * 1024 * 1024,
  make: async (source, _, signal, onBegun) => {
    if (!('path' in source)) throw new TypeError('A thumbnail is made from a file.');
    if (isShownAsIcon(source.type)) throw new JobRefusal('There are no thumbnails of files of this type.');
    const tool = source.lowPriority ? queued : images;
    return tool.picture({ source: source.path, side: SIDE, animated: true }, signal, onBegun);
  },
};

const DOUBLE_SIDE = 800;
/** No more to see than in its thumbnail. */
const THUMBNAIL_PIXELS = 400 * 400;
const dense = createImageTool('thumbnail2x', { nice: 15 });

/** For dense screens, which show the other until it is there. */
export const thumbnail2x: Kind = {
  kind: 'thumbnail2x',
  role: 'thumbnail',
  wants: ({ type, source, pixels = Infinity }) =>
    'blobId' in source && hasImageThumbnail(type) && pixels > THUMBNAIL_PIXELS,
  tool: dense,
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
    return dense.picture({ source: source.path, side: DOUBLE_SIDE, animated: true }, signal, onBegun);
  },
};
