import { availableParallelism } from 'node:os';
import { hasImageThumbnail } from '@skyshelf/contracts/rules';
import type { Kind } from '../application/kind.js';
import { createImageTool } from '../infrastructure/tools/images/image-tool.js';

/** Of the square it fits in, pixels. */
const SIDE = 400;
/** A person waits for it. */
const images = createImageTool('thumbnail', { nice: 0 });

/** A small picture of an image, as its tile shows it. */
export const thumbnail: Kind = {
  kind: 'thumbnail',
  wants: ({ type, source }) => 'blobId' in source && hasImageThumbnail(type),
  tool: images,
  parallel: Math.min(4, availableParallelism()),
  timeoutMs: 20_000,
  // A photo of 2 megapixels takes 30 ms of processor time.
  quickMs: 500,
  maxSourceBytes: 256 * 1024 * 1024,
  make: async (source, workspace, signal, onBegun) => {
    if (!('path' in source)) throw new TypeError('A thumbnail is made from a file.');
    const path = workspace.path('thumbnail.webp');
    const request = { source: source.path, target: path, side: SIDE, animated: true };
    return { path, ...(await images.render(request, signal, onBegun)) };
  },
};
