export interface PackedFile {
  path: string;
  content: string | Uint8Array;
  /** The file is executable for its owner. */
  runs?: boolean;
}
