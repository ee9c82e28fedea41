/**
 * A run writes these records, one JSON object a line, in the order in which they happened. The checker knows nothing
 * else of the run. `at` is milliseconds since the run began.
 */
export type HistoryRecord =
  | RunRecord
  | UserRecord
  | IntentionRecord
  | SentRecord
  | EndRecord
  | ListedRecord
  | RingRecord
  | StreamEndRecord
  | ChangesRecord
  | MirrorRecord
  | FileReadRecord
  | ConvertedRecord
  | IntrusionRecord
  | ForeignRecord
  | BadStatusRecord
  | SessionRecord
  | FaultRecord
  | CalmRecord
  | CursorBackRecord
  | CursorsWatchedRecord
  | SettledRecord;

/** The first line. */
export interface RunRecord {
  t: 'run';
  seed: string;
  mode: string;
  members: number;
  users: number;
  minutes: number;
  began: string;
}

export interface UserRecord {
  t: 'user';
  user: string;
  token: string;
}

export type OperationKind = 'create' | 'rename' | 'delete' | 'upload';

/**
 * A user wants something. `payload` says what the end state is to be compared with; `hash` is of the
 * request's body.
 */
export interface IntentionRecord {
  t: 'intend';
  /** The number of the intention in its run. */
  n: number;
  user: string;
  worker: string;
  op: OperationKind;
  /** It is sent as Idempotency-Key. */
  key: string;
  hash: string;
  payload: Payload;
  at: number;
}

export interface Payload {
  /** Folder in which something is made. */
  folderId?: string;
  /** The name of what is made, or the new name. */
  name?: string;
  linktype?: string;
  /** The ids that are renamed or deleted. */
  ids?: string[];
  /** The hash of the bytes uploaded. */
  sha256?: string;
  size?: number;
  image?: boolean;
  /** A refusal because the name is taken is right: another wants it at the same time. */
  rival?: boolean;
  /** An undo of what has been changed since: a refusal is right, and nothing else. */
  stale?: boolean;
  /** The link does not take it: a refusal is right, and nothing else. */
  limited?: boolean;
  /** No one finishes it: the bytes are sent and the tab is gone. */
  forsaken?: boolean;
}

export interface SentRecord {
  t: 'sent';
  n: number;
  attempt: number;
  gateway: number;
  at: number;
}

/** `unknown`: no answer that counts came, and no one asked again. */
export interface EndRecord {
  t: 'end';
  n: number;
  outcome: 'ok' | 'refused' | 'unknown';
  attempts: number;
  status: number;
  code?: string;
  /** The id of what was made. */
  id?: string;
  name?: string;
  linkurl?: string;
  deletedCount?: number;
  at: number;
}

/** The worker whose folder it is listed it, with nothing of its own on the way. */
export interface ListedRecord {
  t: 'listed';
  user: string;
  worker: string;
  folderId: string;
  gateway: number;
  version: number;
  /** Names by id. */
  docs: Record<string, string>;
  at: number;
}

export interface RingRecord {
  t: 'ring';
  stream: string;
  user: string;
  version: number;
  at: number;
}

/** `open`: it was still open when the run had settled, and has to have heard of the last version. */
export interface StreamEndRecord {
  t: 'stream-end';
  stream: string;
  user: string;
  open: boolean;
  at: number;
}

export interface ChangesRecord {
  t: 'changes';
  user: string;
  reader: string;
  since: number;
  version: number;
  resync: boolean;
  at: number;
}

/**
 * The final view of a second client that listed once and then followed the live changes: `<folder id>/<name>` by id.
 */
export interface MirrorRecord {
  t: 'mirror';
  user: string;
  reader: string;
  version: number;
  elements: Record<string, string>;
}

export interface FileReadRecord {
  t: 'file';
  user: string;
  address: string;
  status: number;
  sha256: string;
  expected: string;
  at: number;
}

/** Something was made of a file that a user opened; status 0: nothing in minutes. */
export interface ConvertedRecord {
  t: 'converted';
  user: string;
  name: string;
  status: number;
  /** The bytes are of the right sort. */
  right: boolean;
  at: number;
}

export interface IntrusionRecord {
  t: 'intrusion';
  user: string;
  victim: string;
  attempt: string;
  status: number;
  /** Something came of it that must not. */
  gained: boolean;
  at: number;
}

/** An answer showed a mark of another user's. */
export interface ForeignRecord {
  t: 'foreign';
  user: string;
  path: string;
  marks: string[];
  at: number;
}

/** A status that no request of the workload deserves: 500, or a refusal of what is right. */
export interface BadStatusRecord {
  t: 'bad-status';
  user: string;
  path: string;
  status: number;
  body: string;
  at: number;
}

/** `opened`, `left` (acknowledged) a session; `used` it at a gateway, with the status. */
export interface SessionRecord {
  t: 'session';
  user: string;
  session: string;
  what: 'opened' | 'left' | 'used';
  gateway: number;
  status: number;
  token?: string;
  at: number;
}

export interface FaultRecord {
  t: 'fault';
  kind: string;
  victim: string;
  forMs: number;
  inFlight: number;
  /** Milliseconds until the victim was well again. */
  tookMs: number;
  at: number;
}

/** Nothing was disturbed between these moments of the wall clock (ISO 8601). */
export interface CalmRecord {
  t: 'calm';
  from: string;
  to: string;
}

/** A consumer's cursor was seen to go back. */
export interface CursorBackRecord {
  t: 'cursor-back';
  cursor: string;
  from: number;
  to: number;
  at: number;
}

/** How many moves of consumers' cursors have been seen since the last such record. */
export interface CursorsWatchedRecord {
  t: 'cursors-watched';
  moves: number;
}

export interface SettledRecord {
  t: 'settled';
  at: number;
}
