import type { ElementView } from '@skyshelf/contracts/browser';
import { filePath } from './paths.js';
import { shownFileType } from '@skyshelf/contracts/kinds';

/** The server sends the plain thumbnail when it has no denser one. */
export const thumbnailSources = (address: string): { src: string; srcSet: string } => {
  const src = filePath(address);
  return { src, srcSet: `${src} 1x, ${src}?density=2 2x` };
};

/** In turn: what was made for this, the image unless its type is not served, its thumbnail. */
export const imageSources = ({
  linktype,
  extension,
  linkurl,
  openElement,
  thumbnailImage,
}: ElementView): string[] => {
  const isRaster = shownFileType(linktype, extension).conversion !== 'raster';
  return [openElement, isRaster ? linkurl : null, thumbnailImage].filter((address) => address !== null);
};
