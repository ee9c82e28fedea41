import type { ElementView } from '@skyshelf/contracts/browser';

export const kinds = [
  'folder',
  'archive',
  'audio',
  'video',
  'image',
  'pdf',
  'word',
  'excel',
  'powerpoint',
  'text',
  'code',
  'website',
  'file',
] as const;
/** What an element is for the eye: decides icon, viewer and the order of "Kind". */
export type Kind = (typeof kinds)[number];

const extensionsOf: Partial<Record<Kind, string>> = {
  archive: 'zip rar 7z tar gz tgz bz2 xz zst iso dmg',
  audio: 'mp3 wav flac ogg oga m4a aac opus mid midi',
  video: 'mp4 mov mkv avi webm ogv m4v wmv mpg mpeg 3gp',
  image: 'png jpg jpeg gif tif tiff webp avif heic heif bmp svg ico psd',
  pdf: 'pdf',
  word: 'doc docx odt rtf pages',
  excel: 'xls xlsx ods csv numbers',
  powerpoint: 'ppt pptx odp key',
  text: 'txt md log tex',
  code: 'js ts jsx tsx mjs json html htm css xml yml yaml sh py rb go rs java c h cpp cs php sql toml ini',
};
const kindOfExtension = new Map<string, Kind>(
  Object.entries(extensionsOf).flatMap(([kind, list]) =>
    list.split(' ').map((ext) => [ext, kind as Kind] as const),
  ),
);

const kindOfMime: readonly (readonly [RegExp, Kind])[] = [
  [/^image\//, 'image'],
  [/^video\/|x-mpegURL$/i, 'video'],
  [/^audio\//, 'audio'],
  [/^application\/pdf$/, 'pdf'],
  [/wordprocessingml|msword|opendocument\.text|rtf$/, 'word'],
  [/spreadsheetml|ms-excel|opendocument\.spreadsheet|^text\/csv$/, 'excel'],
  [/presentationml|ms-powerpoint|opendocument\.presentation/, 'powerpoint'],
  [/zip|x-tar|x-7z|x-rar|gzip|x-bzip/, 'archive'],
  [/^text\/(html|css|xml|javascript)|^application\/(json|xml|javascript)/, 'code'],
];

/** The kind of an element: folders and links by their type, files by MIME type first, then by extension. */
export const kindOf = (element: Pick<ElementView, 'linktype' | 'extension' | 'source'>): Kind => {
  if (element.linktype === 'folder') return 'folder';
  if (element.source === null && !element.linktype.includes('/')) return 'website';
  const byMime = kindOfMime.find(([pattern]) => pattern.test(element.linktype))?.[1];
  return (
    byMime ??
    kindOfExtension.get(element.extension ?? '') ??
    (element.linktype.startsWith('text/') ? 'text' : 'file')
  );
};

export const isFolder = (element: Pick<ElementView, 'linktype'>): boolean => element.linktype === 'folder';
/** Uploaded content has a source; links and folders have none. */
export const isFile = (element: Pick<ElementView, 'source'>): boolean => element.source !== null;
