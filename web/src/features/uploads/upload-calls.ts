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
