import { fileType } from '@skyshelf/contracts/rules';
import { requireFile, type Kind } from '../application/kind.js';
import { createImageTool } from '../infrastructure/tools/images/image-tool.js';
import { firstPage, popplerTool } from '../infrastructure/tools/poppler/first-page.js';

const SIDE = 400;
const images = createImageTool('page', { nice: 15 });

export const page: Kind = {
  kind: 'page',
  role: 'document',
  wants: ({ type, source }) => 'blobId' in source && fileType(type).thumbnail === 'page',
  tool: { ...popplerTool, close: () => images.close?.() },
  parallel: 1,
  readsInPlace: true,
  timeoutMs: 30_000,
  maxSourceBytes: 512 * 1024 * 1024,
  make: async (source, workspace, signal) => {
    const file = requireFile(source);
    const drawn = await firstPage(file.path, { side: SIDE, folder: workspace.folder, signal });
    const target = workspace.path('page.webp');
    const request = { source: drawn, target, side: SIDE, animated: false };
    const { width, height } = await images.render(request, signal, () => {});
    return { path: target, width, height };
  },
};
