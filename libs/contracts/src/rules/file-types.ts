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

/** By the name of the type and its aliases, lower case; each with its own spelling. */
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

/** What is known of a media type, in any case, without parameters. */
export function fileType(type: string): FileType {
  const row = byType.get(type.toLowerCase());
  if (row) return row;
  const family = fileFamilies.find(({ prefix }) => type.startsWith(prefix));
  // What is written in XML may hold scripts.
  return family ? { ...family, type, inline: family.inline && !type.includes('+') } : { ...unknown, type };
}

/** The type of files with this extension (lower case, without the dot), when it is known. */
export const fileTypeOfExtension = (extension: string): FileType | null => byExtension.get(extension) ?? null;

/** What a file is shown as: by its media type, or by its extension where the type says little. Nothing that is a matter of safety goes by this. */
export function shownFileType(type: string, extension: string | null): FileType {
  const declared = fileType(type);
  return (declared.vague ? fileTypeOfExtension(extension ?? '') : null) ?? declared;
}

/** An image of pixels, which a page may show without running anything. */
export const isRaster = (type: string): boolean => {
  const { kind, inline } = fileType(type);
  return kind === 'image' && inline;
};

/** Whether the browser may show it in place; all else is a download. */
export const mayShowInline = (type: string): boolean => fileType(type).inline;

/** Whether it is an image of which a thumbnail can be made. */
export const hasImageThumbnail = (type: string): boolean => fileType(type).thumbnail === 'image';
