import { filePath } from '@skyshelf/contracts/browser';

/** Where an image element finds a thumbnail, for its screen. What has no denser one yet is answered as it is. */
export const thumbnailSources = (address: string): { src: string; srcSet: string } => {
  const src = filePath(address);
  return { src, srcSet: `${src} 1x, ${src}?density=2 2x` };
};
