import type { ElementView } from '@skyshelf/contracts/browser';
import { shownFileType } from '@skyshelf/contracts/rules';

/**
 * Addresses to try in turn: what was made for this, the image itself, unless a browser is not given its type as it is,
 * then its thumbnail.
 */
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
