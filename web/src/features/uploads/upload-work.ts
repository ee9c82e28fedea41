import type { RemoteFile } from './remote/remote-file.js';
import type { ReadableFile } from './tree/nodes.js';
import type { FileToStart, UploadSource } from './upload-port.js';

interface Grant {
  uploadId: string;
  grant: string;
  how: 'single' | 'parts';
  /** ETags of parts that the store has confirmed; kept while the file is paused, and over a reload. */
  confirmed: Map<number, string>;
}

/** A file that somebody wants to be in a folder. */
export interface NewUpload {
  file: File;
  /** Names of the folders below the target that it is to lie in. */
  path?: readonly string[];
  source?: UploadSource;
  /** By which a later page can read it again. */
  handle?: ReadableFile;
}

/** A call that several files are in, under its key: sent again it must name the same ones in the same order. */
export interface SharedCall {
  how: 'bundle' | 'start';
  key: string;
  place: number;
  of: number;
}

/** What the engine knows of a file besides what the dock shows. */
export interface UploadWork {
  /** Null for one of a page before, until its bytes are needed. */
  file: Blob | null;
  handle: ReadableFile | undefined;
  /** Where it is elsewhere: the server fetches it, and goes on when this page is gone. */
  remote: RemoteFile | null;
  /** As the file was called when it was chosen; the server may have given it another name. */
  chosenName: string;
  type: string;
  source: UploadSource | undefined;
  /** When the file was last changed. */
  modified: number;
  /** Folders that are still to be found or made below the item's folder. */
  path: readonly string[];
  /** The last call that it was sent with together with others. */
  call: SharedCall | null;
  /** What is to happen where its name is taken, as the user said; refused until then. */
  ifTaken: 'keep-both' | 'replace' | null;
  /** It is on its way to a grant or a folder. */
  asking: boolean;
  /** Permission to send, once the server gave it. */
  grant: Grant | null;
  /** Proof of bytes, once the server has them. */
  receipt: string | null;
  /** The intention of sending this file; another one when it is begun again. */
  key: string;
  /** What it is kept as over a reload; null for what is not. */
  keptAs: string | null;
  stop: AbortController;
}

/** A file that nothing has been done for yet. `key` names the intention of sending it. */
export const newWork = ({ file, path = [], source, handle }: NewUpload, key: string): UploadWork => ({
  file,
  handle,
  remote: null,
  chosenName: file.name,
  type: file.type,
  source,
  modified: file.lastModified,
  path,
  call: null,
  ifTaken: null,
  asking: false,
  grant: null,
  receipt: null,
  key,
  keptAs: key,
  stop: new AbortController(),
});

/** A file that the server is to fetch. What of it has come outlives the page there. */
export const remoteWork = (remote: RemoteFile, key: string): UploadWork => ({
  ...newWork({ file: new File([], remote.name, { type: remote.type }), source: remote.source }, key),
  file: null,
  remote,
  keptAs: null,
});

/** What leave is asked with besides name and size. */
export const aboutFile = ({
  type,
  source,
  modified,
}: UploadWork): Pick<FileToStart, 'type' | 'source' | 'modified'> => ({
  type,
  modified,
  ...(source && { source }),
});

/** Forgets what the server has refused, so that a new try asks for it again. */
export function dropRefused(work: UploadWork, code: string | null, newKey: () => string): void {
  // A grant that ran out or is not known any more: to ask for another one is another intention.
  if (code === 'upload.bad-grant' || code === 'upload.not-found')
    Object.assign(work, { grant: null, call: null, key: newKey() });
  if (code === 'operation.reused') work.call = null;
  if (code === 'upload.bad-receipt') work.receipt = null;
}
