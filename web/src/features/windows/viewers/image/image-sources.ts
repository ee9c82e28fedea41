import type { ElementView } from '@skyshelf/contracts/browser';
import { shownFileType } from '@skyshelf/contracts/rules';

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
