import type { ElementView, Warning } from '@skyshelf/contracts/browser';
import type { TargetFolder } from '../../../shared/listings/listing.js';
import type { AdmitAnswer, PartsState, StartAnswer, Upload } from './upload.js';
import type { ApiError } from '../../../shared/api/api-error.js';

const BITS = 5;
const LEVELS = 5;
const MASK = 2 ** BITS - 1;

type Node = readonly unknown[];

/** It is immutable and takes whole numbers from 0 to 2^25 - 1. A change copies five short arrays. */
class NumberMap<Value> {
  constructor(private readonly root: Node = []) {}

  get(key: number): Value | undefined {
    let node: unknown = this.root;
    for (let level = LEVELS - 1; level >= 0 && node; level -= 1) node = (node as Node)[slotOf(key, level)];
    return node as Value | undefined;
  }

  /** @param value `undefined` removes it */
  with(key: number, value: Value | undefined): NumberMap<Value> {
    return new NumberMap(put(this.root, LEVELS - 1, key, value));
  }
}

const slotOf = (key: number, level: number): number => (key >> (level * BITS)) & MASK;

function put(node: Node, level: number, key: number, value: unknown): Node {
  const copy = [...node];
  const slot = slotOf(key, level);
  copy[slot] = level === 0 ? value : put((copy[slot] as Node | undefined) ?? [], level - 1, key, value);
  return copy;
}

/** Immutable: taking and adding cost the same at any length. */
export class Queue<Value> {
  constructor(
    private readonly values = new NumberMap<Value>(),
    private readonly from = 0,
    private readonly to = 0,
  ) {}

  get size(): number {
    return this.to - this.from;
  }
  get first(): Value | undefined {
    return this.values.get(this.from);
  }

  push(...values: readonly Value[]): Queue<Value> {
    let all = this.values;
    values.forEach((value, index) => (all = all.with(this.to + index, value)));
    return new Queue(all, this.from, this.to + values.length);
  }

  upTo(count: number): Value[] {
    const size = Math.min(count, this.size);
    return Array.from({ length: size }, (_, index) => this.values.get(this.from + index) as Value);
  }

  rest(): Queue<Value> {
    return this.size > 1
      ? new Queue(this.values.with(this.from, undefined), this.from + 1, this.to)
      : new Queue();
  }
}

/** The use of one of the five slots: small files together, or a single file. */
type JobKind = 'bundle' | 'single' | 'parts' | 'remote';

interface PartAddress {
  readonly partNumber: number;
  readonly url: string;
}

interface OfJob {
  readonly job: number;
  readonly ids: readonly number[];
}

/** Ends with one event naming it, unless stopped. */
export type Step = { readonly call: number } & (
  | { do: 'make-folder'; ids: readonly number[] }
  | { do: 'request-grants'; ids: readonly number[]; key: string | null }
  | { do: 'admit'; ids: readonly number[]; targetFolder: TargetFolder }
  /** Notes what the call names for a reload, looks for the bytes. */
  | ({ do: 'prepare'; how: JobKind; key: string | null } & OfJob)
  | ({ do: 'send-bundle' | 'send-bytes' | 'open-parts' | 'complete-parts' | 'bring' } & OfJob)
  | ({ do: 'send-part'; part: PartAddress; from: number; to: number } & OfJob)
  | ({ do: 'wait'; attempt: number; leastMs: number | undefined } & OfJob)
);

type NoticeReport<Notice extends keyof UploadNotices> = Notice extends Notice
  ? { report: 'tell'; notice: Notice; about: Parameters<UploadNotices[Notice]> }
  : never;

export type Report =
  | NoticeReport<'warned' | 'fileFailed' | 'batchFailed' | 'admitted' | 'replaced'>
  | { report: 'stop'; calls: readonly number[] }
  | { report: 'keep'; ids: readonly number[] }
  /** The server drops its parts. */
  | { report: 'drop-parts'; upload: Upload }
  | { report: 'came'; group: number; element: ElementView; operation: string | undefined }
  /** All files of a group are settled, `done` of them as elements. */
  | { report: 'settled'; group: number; files: number; bytes: number; done: number };

export type Effect = Step | Report;

export interface Replacement {
  name: string;
  operation: string;
}

export interface UploadNotices {
  admitted(elements: readonly ElementView[]): void;
  /** Refused, or renamed. */
  warned(warning: Warning): void;
  fileFailed(item: Upload): void;
  /** The grants of a batch, or its elements, were refused. */
  batchFailed(): void;
  /** A file has got these bytes; the ones before are a version. */
  replaced(replacement: Replacement): void;
  groupBegan(group: number): void;
  /** Settled with something arrived: files and their folders, each operation once. */
  groupArrived(group: number, elements: readonly ElementView[], operations: readonly string[]): void;
}

interface Group {
  readonly open: boolean;
  readonly files: number;
  readonly bytes: number;
  readonly unsettled: number;
  readonly done: number;
}

export interface Turn {
  readonly no: number;
  readonly ids: readonly number[];
  /** It identifies a repeated call. */
  readonly key: string | null;
}

export interface Job {
  readonly no: number;
  readonly how: JobKind;
  readonly ids: readonly number[];
  readonly phase: Extract<Step, { job: number }>['do'];
  readonly calls: readonly number[];
  readonly spent: number;
  readonly waits: number;
  /** The server said to wait. */
  readonly leastMs: number | undefined;
  /** Parts confirmed before this try. */
  readonly before: number;
  /** The parts that are not being sent yet. */
  readonly missing: readonly PartAddress[];
  readonly partBytes: number;
  readonly sent: Readonly<Record<number, number>>;
}

/** The files of one folder whose bytes arrived and that are no elements yet. */
interface Arrived {
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

export type Asked =
  | { type: 'group-opened'; group: number }
  | { type: 'group-closed'; group: number }
  | { type: 'added'; uploads: readonly Upload[] }
  | { type: 'restored'; uploads: readonly Upload[] }
  | { type: 'paused' | 'resumed' | 'cancelled' | 'cleared'; ids: readonly number[] }
  | { type: 'retaken'; ids: readonly number[]; ifTaken: 'keep-both' | 'replace' }
  | { type: 'emptied' };

export type ReceivedGrant = StartAnswer['docs'][number] & {
  key: string;
  etags: Readonly<Record<number, string>>;
};

export type Answered =
  | { type: 'folder-made'; call: number; folder: TargetFolder }
  | {
      type: 'grants-received';
      call: number;
      docs: readonly ReceivedGrant[];
      warnings: StartAnswer['warnings'];
    }
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
