export interface PackedFile {
  path: string;
  content: string | Uint8Array;
  /** Executable for its owner. */
  runs?: boolean;
}
