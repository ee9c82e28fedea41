interface Grant {
  uploadId: string;
  grant: string;
  how: 'single' | 'parts';
  /** ETags of parts that the store has confirmed; kept while the file is paused. */
  confirmed: Map<number, string>;
}

/** What the engine knows of a file besides what the dock shows. */
export interface UploadWork {
  file: Blob;
  type: string;
  /** A grant is being asked for. */
  asking: boolean;
  /** Permission to send, once the server gave it. */
  grant: Grant | null;
  /** Proof of bytes, once the server has them. */
  receipt: string | null;
  key: string;
  stop: AbortController;
}

/** A file that nothing has been done for yet. `key` names the intention of sending it. */
export const newWork = (file: File, key: string): UploadWork => ({
  file,
  type: file.type,
  asking: true,
  grant: null,
  receipt: null,
  key,
  stop: new AbortController(),
});
