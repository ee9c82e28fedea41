import { fileType, hasImageThumbnail } from '@skyshelf/contracts/rules';
import type { Kind } from '../application/kind.js';
import { createImageTool } from '../infrastructure/tools/images/image-tool.js';

const SIDE = 2560;
/** Browsers draw larger images slowly, or not at all. */
const DRAWN_PIXELS = 40_000_000;
const images = createImageTool('preview', { nice: 15 });

/** Of an image that browsers can't draw, or don't get, as large as a screen. */
export const preview: Kind = {
  kind: 'preview',
  role: 'thumbnail',
  wants: ({ type, source, pixels = 0 }) =>
    'blobId' in source &&
    hasImageThumbnail(type) &&
    (fileType(type).conversion === 'raster' || pixels > DRAWN_PIXELS),
  tool: images,
  parallel: 1,
  readsInPlace: true,
  timeoutMs: 60_000,
  quickMs: 5000,
  after: 'thumbnail',
  maxSourceBytes: 256 * 1024 * 1024,
  make: async (source, workspace, signal, onBegun) => {
    if (!('path' in source)) throw new TypeError('A preview is made from a file.');
    const path = workspace.path('preview.webp');
    const request = { source: source.path, target: path, side: SIDE, animated: false };
    return { path, ...(await images.render(request, signal, onBegun)) };
  },
};
