import type { Answer, Body } from '@skyshelf/contracts/browser';

export type FileToStart = Body<'startUpload'>['files'][number];
export type StartAnswer = Answer<'startUpload'>;
export type PartsState = Answer<'startParts'>;
export type AdmitAnswer = Answer<'admitUploads'>;
export type UploadSource = NonNullable<FileToStart['source']>;

export interface Sending {
  signal: AbortSignal;
  /** @param size where only now known */
  onProgress: (sent: number, size?: number | null) => void;
}

/** Its bytes never pass through this browser. */
export interface RemoteFile {
  name: string;
  /** Null where its source does not say. */
  size: number | null;
  type: string;
  source: Answer<'listSources'>['sources'][number]['name'];
  /** Below `/companion/`. */
  path: string;
  /** How the source knows it. */
  body: Readonly<Record<string, unknown>>;
  headers: Readonly<Record<string, string>>;
}
