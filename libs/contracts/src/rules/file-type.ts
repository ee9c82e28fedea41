/** All that depends on a file's type. */
export interface FileFacts {
  kind: FileKind;
  usage: UsageClass;
  /** The browser may show it in place; all else is a download. */
  inline: boolean;
  /** null: it can only be downloaded. */
  viewer: 'image' | 'video' | 'audio' | 'pdf' | 'markdown' | 'table' | 'code' | 'news' | null;
  /** Needed before its viewer can show it; null: none. */
  conversion: 'raster' | 'remux' | 'transcode' | 'pdf' | null;
  /** `frame`: a picture that only ffmpeg reads; `cover`: an audio file's; `excerpt`: the first lines. */
  thumbnail: 'image' | 'frame' | 'video' | 'cover' | 'page' | 'excerpt' | null;
  /** A fallback type: the extension says more. */
  vague: boolean;
}

export interface FileType extends FileFacts {
  type: string;
}

/** The table lists these; the rest comes from the group. */
export interface FileTypeRow extends Partial<FileFacts> {
  type: string;
  /** Lower case, separated by spaces. */
  extensions?: string;
  /** The other names in use; files keep the declared one. */
  aliases?: string;
}

/** Order: as in a listing sorted by kind. */
export const shownKinds = [
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
export type ShownKind = (typeof shownKinds)[number];
export type FileKind = Exclude<ShownKind, 'folder' | 'website'>;

/** Folders count as Other with no bytes (surroundings §3). */
export const usageClasses = ['Images', 'Videos', 'Music', 'Links', 'Youtube', 'Documents', 'Other'] as const;
export type UsageClass = (typeof usageClasses)[number];
