import { isPreview, type BlobId } from '@skyshelf/contracts';
import { shownFileType } from '@skyshelf/contracts/rules';
import { expect, it } from 'vitest';
import { kinds } from './registry.js';
import { thumbnail } from './thumbnail.js';

const source = { blobId: 'blob' as BlobId };
const unknown = 'application/octet-stream';
const typeOf = (extension: string): string => {
  const { type } = shownFileType(unknown, extension);
  return type === unknown ? `image/x-${extension}` : type;
};
const pictures = 'jpg png apng gif webp avif bmp ico jxl tiff heic heif svg psd unknown'.split(' ');
const films = 'mp4 webm mov mkv mts ogv avi mpg wmv flv 3gp m3u8'.split(' ');

it.each([...pictures, ...films])('the picture of each .%s is made, or confirmed to be none', (extension) => {
  const type = typeOf(extension);
  const made = Object.values(kinds).filter(({ kind, wants }) => isPreview(kind) && wants({ type, source }));
  expect(made.filter(({ kind }) => kind !== 'clip')).toHaveLength(1);
});

it.each(['psd', 'm3u8', 'unknown'])('there is none of a .%s, which says why', async (extension) => {
  const file = { path: '', bytes: 1, type: typeOf(extension) };
  const signal = new AbortController().signal;
  await expect(
    thumbnail.make(
      file,
      {} as never,
      signal,
      () => {},
      () => {},
    ),
  ).rejects.toThrow('There are no thumbnails of files of this type.');
});
