import type { FileKind } from './shown-kinds.js';
import type { UsageClass } from './usage-classes.js';

/** All that any part of the product does by the type of a file. */
export interface FileFacts {
  /** What it is for the eye. */
  kind: FileKind;
  /** Where its bytes count on the account page. */
  usage: UsageClass;
  /** The browser may show it in place; all else is a download. */
  inline: boolean;
  /** What opens it; null: it can only be downloaded. */
  viewer: 'image' | 'video' | 'audio' | 'pdf' | 'markdown' | 'table' | 'code' | 'news' | null;
  /** What must be made of it before its viewer can show it; null: the viewer takes it as it is. */
  conversion: 'raster' | 'remux' | 'transcode' | 'pdf' | null;
  /**
   * What its thumbnail is made of: its picture, its picture in a format that only ffmpeg reads (`frame`), a moment of its film, the cover in an audio file, its
   * first page, its first lines (`excerpt`); null: it has none.
   */
  thumbnail: 'image' | 'frame' | 'video' | 'cover' | 'page' | 'excerpt' | null;
  /** Declared for want of a better one: the extension says more. */
  vague: boolean;
}

export interface FileType extends FileFacts {
  type: string;
}
