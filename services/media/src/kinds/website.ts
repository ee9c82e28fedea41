import { linkKinds } from '@skyshelf/contracts/rules';
import type { Kind } from '../application/kind.js';
import { createBrowserTool, type BrowserTool } from '../infrastructure/tools/browser/browser-tool.js';
import { createImageTool } from '../infrastructure/tools/images/image-tool.js';

const SIDE = 560;
const images = createImageTool('website', { nice: 15 });
const pictured = new Set(
  linkKinds.filter(({ thumbnail }) => thumbnail === 'website').map(({ name }) => name),
);

export const websiteKind = (browser: BrowserTool): Kind => ({
  kind: 'website',
  role: 'website',
  wants: ({ type, source }) => 'url' in source && pictured.has(type) && /^https?:/i.test(source.url),
  tool: browser,
  parallel: 1,
  visits: true,
  timeoutMs: 60_000,
  maxSourceBytes: 0,
  make: async (source, workspace, signal, onBegun) => {
    if (!('url' in source)) throw new TypeError('A page is pictured by its address.');
    const page = await browser.screenshot(source.url, workspace, signal);
    const path = workspace.path('website.webp');
    const request = { source: page, target: path, side: SIDE, animated: false };
    const { width, height } = await images.render(request, signal, onBegun);
    return { path, width, height };
  },
});

export const website = websiteKind(createBrowserTool());
