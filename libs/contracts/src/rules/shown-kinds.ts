/** In the order of a listing sorted by kind; decides icon and label. */
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
