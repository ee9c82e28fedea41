/** Counts. */
export interface Swept {
  pending: number;
  parts: number;
  multiparts: number;
  unused: number;
  hashed: number;
  references: number;
  archives: number;
  takeouts: number;
}
