/** A file of a small archive. */
export interface PackedFile {
  path: string;
  text: string;
  /** A program, which its owner may run. */
  runs?: boolean;
}
