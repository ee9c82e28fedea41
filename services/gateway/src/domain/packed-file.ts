export interface PackedFile {
  path: string;
  content: string | Uint8Array;
  runs?: boolean;
}
