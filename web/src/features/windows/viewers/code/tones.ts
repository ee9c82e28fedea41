export const tones = [
  'plain',
  'keyword',
  'type',
  'number',
  'string',
  'comment',
  'title',
  'name',
  'attribute',
  'meta',
  'added',
  'removed',
] as const;

/** Ends, and indices in `tones`. */
export interface Runs {
  ends: Uint32Array;
  tones: Uint8Array;
}
