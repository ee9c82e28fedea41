import type { ElementView } from '@skyshelf/contracts/browser';
import { isFramed, isPicturedPage } from '@skyshelf/contracts/rules';
import { kindOf } from '../../../shared/kinds/kind-of.js';
import { TILE_WIDTH, WIDE_TILE_WIDTH } from './pack-rows.js';

/** The least width of a tile: what is like a video is wider, and so are pages where pictures of them are made. */
export const tileWidth = (element: ElementView, websitePictures: boolean): number => {
  const { linktype } = element;
  const isWide =
    kindOf(element) === 'video' || isFramed(linktype) || (websitePictures && isPicturedPage(linktype));
  return isWide ? WIDE_TILE_WIDTH : TILE_WIDTH;
};
