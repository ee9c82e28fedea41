import { filePath } from '@skyshelf/contracts/browser';

/** Without a denser one the server sends the plain one. */
export const thumbnailSources = (address: string): { src: string; srcSet: string } => {
  const src = filePath(address);
  return { src, srcSet: `${src} 1x, ${src}?density=2 2x` };
};
