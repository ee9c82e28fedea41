import type { Kind } from '../application/kind.js';
import { pictureKinds, type PictureKind } from '../domain/provider-picture.js';
import { createImageTool } from '../infrastructure/tools/images/image-tool.js';
import { createFetchPicture, type PictureProviders } from '../infrastructure/tools/pictures/fetch-picture.js';

/** Unit: pixels, twice a tile and more. */
const SIDE = 480;

/** Rendered again: no byte of a provider's file is served. */
export function providerPictures(providers: PictureProviders = {}): Record<PictureKind, Kind> {
  const fetchPicture = createFetchPicture(providers);
  const kindOf = (kind: PictureKind, picture: number): Kind => {
    const images = createImageTool(kind, { nice: 0 });
    return {
      kind,
      role: 'thumbnail',
      // When a user looks at the link: see `showPicture`.
      wants: () => false,
      tool: images,
      parallel: 2,
      timeoutMs: 30_000,
      maxSourceBytes: 0,
      make: async (source, workspace, signal, onBegun) => {
        if (!('url' in source)) throw new TypeError('A picture of a video is made from its link.');
        const fetched = workspace.path('fetched');
        await fetchPicture(source.url, picture, fetched, signal);
        const path = workspace.path(`${kind}.webp`);
        const request = { source: fetched, target: path, side: SIDE, animated: false };
        const { width, height } = await images.render(request, signal, onBegun);
        return { path, width, height };
      },
    };
  };
  const [picture, frame1, frame2, frame3] = pictureKinds;
  return {
    picture: kindOf(picture, 0),
    frame1: kindOf(frame1, 1),
    frame2: kindOf(frame2, 2),
    frame3: kindOf(frame3, 3),
  };
}
