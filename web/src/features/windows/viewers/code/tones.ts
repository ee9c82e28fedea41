/** What tokens are coloured as; the first is that of plain text. */
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

/** Stretches of a text that have one tone: where each ends, and its index in `tones`. */
export interface Runs {
  ends: Uint32Array;
  tones: Uint8Array;
}
