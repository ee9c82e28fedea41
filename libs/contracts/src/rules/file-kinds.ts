/** What a file is for the eye, in the order of a listing sorted by kind: decides its icon and its label. */
export const fileKinds = [
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
  'file',
] as const;
export type FileKind = (typeof fileKinds)[number];
