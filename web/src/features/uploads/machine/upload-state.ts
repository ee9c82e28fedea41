import type { TargetFolder } from '../../../shared/listings/listing.js';
import type { JobKind, PartAddress, Report, Step } from './effects.js';
import { NumberMap, Queue } from './number-map.js';
import type { Upload } from './upload.js';

export interface Group {
  readonly open: boolean;
  readonly files: number;
  readonly bytes: number;
  readonly unsettled: number;
  readonly done: number;
}

export interface Turn {
  readonly no: number;
  readonly ids: readonly number[];
  /** Of a call that is repeated. */
  readonly key: string | null;
}

export interface Job {
  readonly no: number;
  readonly how: JobKind;
  readonly ids: readonly number[];
  readonly phase: Extract<Step, { job: number }>['do'];
  readonly calls: readonly number[];
  /** Since the last progress. */
  readonly spent: number;
  readonly waits: number;
  /** The server said to wait. */
  readonly leastMs: number | undefined;
  /** Parts confirmed before this try. */
  readonly before: number;
  /** Not under way yet. */
  readonly missing: readonly PartAddress[];
  readonly partBytes: number;
  /** By part. */
  readonly sent: Readonly<Record<number, number>>;
}

/** Of one folder, no elements yet. */
export interface Arrived {
  readonly targetFolder: TargetFolder;
  readonly ids: Queue<number>;
  readonly busy: boolean;
}

export interface QueueLimits {
  /** Files of up to so many bytes go ten in a call. */
  readonly bundledBytes: number;
  /** Requests with bytes at the same time. */
  readonly byteRequests: number;
}

export interface UploadState {
  readonly limits: QueueLimits;
  readonly uploads: NumberMap<Upload>;
  readonly groups: NumberMap<Group>;
  /** By need: folder, grant, sending (repeated bundles first). */
  readonly folders: Queue<Turn>;
  readonly leaves: Queue<Turn>;
  readonly repeated: Queue<Turn>;
  readonly bundles: Queue<Turn>;
  readonly stopped: Queue<Turn>;
  readonly ready: Queue<Turn>;
  readonly jobs: readonly Job[];
  readonly arrived: ReadonlyMap<string, Arrived>;
  /** Answers to others count no more. */
  readonly calls: NumberMap<Step>;
  readonly asking: boolean;
  readonly nextCall: number;
  readonly nextTurn: number;
  readonly touched: readonly number[];
  readonly reports: readonly Report[];
}

export const noUploads = (limits: QueueLimits): UploadState => ({
  limits,
  uploads: new NumberMap(),
  groups: new NumberMap(),
  folders: new Queue(),
  leaves: new Queue(),
  repeated: new Queue(),
  bundles: new Queue(),
  stopped: new Queue(),
  ready: new Queue(),
  jobs: [],
  arrived: new Map(),
  calls: new NumberMap(),
  asking: false,
  nextCall: 1,
  nextTurn: 1,
  touched: [],
  reports: [],
});
