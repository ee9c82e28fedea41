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

/** Ignores case and parameters. */
export function fileType(type: string): FileType {
  const row = byType.get(type.toLowerCase());
  if (row) return row;
  const family = fileFamilies.find(({ prefix }) => type.startsWith(prefix));
  // XML may hold scripts.
  return family ? { ...family, type, inline: family.inline && !type.includes('+') } : { ...unknown, type };
}

/** Format: lower case, without the dot. */
export const fileTypeOfExtension = (extension: string): FileType | null => byExtension.get(extension) ?? null;

/** Office's types are known by how they begin. */
export const isKnownType = (type: string): boolean =>
  byType.has(type.toLowerCase()) ||
  fileFamilies.some(({ prefix }) => prefix.startsWith('application/') && type.startsWith(prefix));

const textual =
  /^(text|message|multipart)\/|[/+](xml|json|rtf|pdf|postscript)$|mpegurl$|^model\/stl$|-regedit$|^application\/pgp/i;

/** Such a file may have no byte that text has not. */
export const isWrittenAsText = (type: string): boolean =>
  textual.test(type) || fileType(type).thumbnail === 'excerpt';

/** By extension where the type says little, but text is text. Never decides about safety. */
export function shownFileType(type: string, extension: string | null): FileType {
  const declared = fileType(type);
  if (!declared.vague) return declared;
  const named = fileTypeOfExtension(extension ?? '');
  if (!declared.type.startsWith('text/')) return named ?? declared;
  if (named && isWrittenAsText(named.type)) return named;
  // Who knows no extension has not said that it is to be printed.
  return { ...declared, viewer: 'code', conversion: null };
}

/** Pixels only: showing it runs nothing. */
export const isRaster = (type: string): boolean => {
  const { kind, inline } = fileType(type);
  return kind === 'image' && inline;
};

export const mayShowInline = (type: string): boolean => fileType(type).inline;

export const hasImageThumbnail = (type: string): boolean => fileType(type).thumbnail === 'image';

/** The names are those of libvips; others stay blocked (https://sharp.pixelplumbing.com/api-utility#block). */
export const imageDecoders: readonly string[] = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff', 'Heif', 'Svg'].map(
  (format) => `VipsForeignLoad${format}`,
);
