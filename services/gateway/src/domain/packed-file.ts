/** A file of a small archive. */
export interface PackedFile {
  path: string;
  content: string | Uint8Array;
  /** A program, which its owner may run. */
  runs?: boolean;
}
