/** What an element is for the eye, in the order of a listing sorted by kind: decides its icon and its label. */
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
/** Of these, what a file can be. */
export type FileKind = Exclude<ShownKind, 'folder' | 'website'>;
