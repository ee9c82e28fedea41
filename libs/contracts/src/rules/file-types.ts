import type { FileType } from './file-type.js';
import { fileFamilies, fileTypeGroups } from './file-types.data.js';

const words = (list = ''): string[] => list.split(' ').filter(Boolean);

const rows = fileTypeGroups.flatMap(({ types, ...group }) =>
  types.map(({ extensions, aliases, ...row }) => ({
    file: { ...group, ...row } satisfies FileType,
    extensions: words(extensions),
    names: [row.type, ...words(aliases)],
  })),
);

/** Names and aliases in lower case, each with its own spelling. */
const byType = new Map<string, FileType>(
  rows.flatMap(({ file, names }) => names.map((type) => [type.toLowerCase(), { ...file, type }] as const)),
);
const byExtension = new Map<string, FileType>(
  rows.flatMap(({ file, extensions }) => extensions.map((extension) => [extension, file] as const)),
);

export const unknownType = 'application/octet-stream';
const unknown: FileType = {
  type: unknownType,
  kind: 'file',
  usage: 'Other',
  inline: false,
  viewer: null,
  conversion: null,
  thumbnail: null,
  vague: true,
};

/** In any case, without parameters. */
export function fileType(type: string): FileType {
  const row = byType.get(type.toLowerCase());
  if (row) return row;
  const family = fileFamilies.find(({ prefix }) => type.startsWith(prefix));
  // XML may hold scripts.
  return family ? { ...family, type, inline: family.inline && !type.includes('+') } : { ...unknown, type };
}

/** Lower case, without the dot. */
export const fileTypeOfExtension = (extension: string): FileType | null => byExtension.get(extension) ?? null;

/** By extension where the type says little. Never decides about safety. */
export function shownFileType(type: string, extension: string | null): FileType {
  const declared = fileType(type);
  return (declared.vague ? fileTypeOfExtension(extension ?? '') : null) ?? declared;
}

/** Pixels only: showing it runs nothing. */
export const isRaster = (type: string): boolean => {
  const { kind, inline } = fileType(type);
  return kind === 'image' && inline;
};

export const mayShowInline = (type: string): boolean => fileType(type).inline;

export const hasImageThumbnail = (type: string): boolean => fileType(type).thumbnail === 'image';

/** Of libvips; others stay blocked (https://sharp.pixelplumbing.com/api-utility#block). */
export const imageDecoders: readonly string[] = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff', 'Heif', 'Svg'].map(
  (format) => `VipsForeignLoad${format}`,
);
