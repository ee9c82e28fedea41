import type { TargetFolder } from '../../../shared/listings/listing.js';
import type { ApiError } from '../../../shared/api/api-error.js';
import type { AdmitAnswer, PartsState, StartAnswer } from '../upload-calls.js';
import type { Step } from './effects.js';
import type { Upload } from './upload.js';

export type Asked =
  | { type: 'group-opened'; group: number }
  | { type: 'group-closed'; group: number }
  | { type: 'added'; uploads: readonly Upload[] }
  | { type: 'restored'; uploads: readonly Upload[] }
  | { type: 'paused' | 'resumed' | 'cancelled' | 'cleared'; ids: readonly number[] }
  | { type: 'retaken'; ids: readonly number[]; ifTaken: 'keep-both' | 'replace' }
  | { type: 'emptied' };

export type GivenLeave = StartAnswer['docs'][number] & {
  key: string;
  /** By part. */
  etags: Readonly<Record<number, string>>;
};

export type Answered =
  | { type: 'folder-made'; call: number; folder: TargetFolder }
  | { type: 'leave-given'; call: number; docs: readonly GivenLeave[]; warnings: StartAnswer['warnings'] }
  | { type: 'prepared'; call: number; lost: readonly number[] }
  | { type: 'progressed'; call: number; sent: number; size?: number | undefined }
  | { type: 'parts-opened'; call: number; parts: PartsState }
  | { type: 'part-sent'; call: number; etag: string }
  | { type: 'bytes-arrived'; call: number; receipt: string }
  | { type: 'admitted'; call: number; answer: AdmitAnswer }
  | { type: 'waited'; call: number }
  | {
      type: 'failed';
      call: number;
      /** Null: no server said it. */
      error: ApiError | null;
      /** Browsers report unreadable bytes as a lost connection. */
      isReadable: boolean;
      /** Phones cut connections of hidden pages. */
      isHidden: boolean;
    };

/** `begun`: a step of `next`, with a fresh key where needed. */
export type UploadEvent = Asked | { type: 'begun'; step: Step; key: string } | Answered;
