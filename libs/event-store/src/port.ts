import type { DriveId, OpId } from '@skyshelf/contracts';
import type { JobRequest } from '@skyshelf/jobs';

/** The store adds version, time and origin. */
export interface DomainEvent {
  type: string;
}

export interface StoredEvent<E extends DomainEvent> {
  /** `<service>:<drive>:<version>`; the operation id of every reaction to it. */
  id: string;
  drive: DriveId;
  /** A drive's versions have no gaps. */
  version: number;
  /** The restore epoch in which it was made; absent: 0. */
  epoch?: number;
  schema: number;
  data: E;
  opId: OpId;
  at: Date;
  /** The `sub` of the user, or a service's name. */
  actor: string | null;
  /** The software that the user made the call with; absent where that is unknown. */
  device?: string;
  /** The W3C traceparent. */
  trace: string | null;
}

/** The form in which readers get it. */
export interface CommittedEvent extends Omit<StoredEvent<DomainEvent>, 'opId' | 'data'> {
  type: string;
  data: object;
}

/** A row is plain data without undefined. The store adds `rev`, the version of the event that wrote it last. */
export interface Row {
  id: string;
}

/** `set` takes null, never undefined. */
export type Change<R extends Row> =
  | { op: 'insert'; row: R }
  | { op: 'update'; id: string; set: Partial<R> }
  | { op: 'remove'; id: string };

export interface RowTree<R extends Row> {
  parent: keyof R & string;
  /** No row has this id. */
  root: string;
  maxDepth: number;
  /** Rows below a detached one are unreachable, not lost. */
  isDetached?(id: string): boolean;
}

/** Counters for each drive and the rule that guards them, written in the drive's transaction. */
export interface Totals<E extends DomainEvent, T extends object> {
  /** Its fields are those that are kept. */
  readonly empty: T;
  add(totals: T, event: E): T;
  /**
   * Checks the totals before anything is stored.
   * @throws DomainError when a drive has no room for that
   */
  admit(before: T, after: T): void;
  /** Entered in the event's transaction. */
  jobsOf?(before: T, after: T, at: { drive: DriveId; version: number }): Omit<JobRequest, 'drive'>[];
  /** The totals that follow from events alone: a rebuild sets them, a replay is compared with them. */
  ofEvents(totals: T): Partial<T>;
}

/** It is pure and the same for MongoDB, memory and `rebuild`. */
export interface Projection<E extends DomainEvent, R extends Row, T extends object = object> {
  changes(event: StoredEvent<E>): Change<R>[];
  totals?: Totals<E, T>;
  /** Tells by name whether an event may raise a bound. See `DriveState.bounds`. */
  bounds?: Readonly<Record<string, (event: E) => boolean>>;
  /** It is absent for flat rows. */
  tree?: RowTree<R>;
  /** Keys that are unique within a drive, e.g. [['class', 'nameKey']]. */
  unique: readonly (readonly (keyof R & string)[])[];
  /** Each is led by the drive and its generation. */
  indexes: readonly (readonly (keyof R & string)[])[];
}

export type DriveState<T extends object = object> = T & {
  version: number;
  /**
   * Upper bounds about rows. Raised by commands (`Decision.bounds`), lowered by `SideWriter.bound`; an
   * unknown one is absent. Outside the stream.
   */
  bounds: Readonly<Record<string, number>>;
};

export type Condition<V> = V | { in: readonly V[] };

/**
 * All must hold; on a list, one entry is enough. `prefix` compares characters. null also matches a missing
 * field; undefined is an error.
 */
export type Where<T> = {
  [K in keyof T]?:
    | Condition<T[K]>
    | (T[K] extends readonly (infer I)[] ? Condition<I> : never)
    | { prefix: string };
};

/** Reads one drive's rows from one snapshot. `N` are the names of side collections, `T` the totals. */
export interface RowReader<R extends Row, N extends string = never, T extends object = object> {
  state(): DriveState<T>;
  get(id: string): Promise<R | null>;
  /**
   * Ordered by id, behind `after`; fast when a declared index or key begins with these fields. `order: 'any'`
   * with a limit stops at the first matches.
   */
  find(where: Where<R>, options?: { limit?: number; after?: string; order?: 'any' }): Promise<R[]>;
  /**
   * From `id` up to, without, the root; null if it doesn't arrive. One round trip.
   * @throws Error when the projection declares no tree
   */
  ancestors(id: string): Promise<R[] | null>;
  side<T extends { id: string }>(name: N): SideReader<T>;
}

/** Ordered by one field, as UTF-8 bytes. */
export interface PageOptions<R extends Row> {
  /** A declared index or key begins with it and the fields asked for. */
  by: keyof R & string;
  after?: string;
  descending?: boolean;
  limit: number;
}

export interface RowSurvey<
  R extends Row,
  N extends string = never,
  T extends object = object,
> extends RowReader<R, N, T> {
  /** Index-only where an index has all the fields. */
  count(where: Where<R>, limit?: number): Promise<number>;
  total(where: Where<R>, field: keyof R & string): Promise<{ count: number; sum: number }>;
  page(where: Where<R>, options: PageOptions<R>): Promise<R[]>;
  /** Order: most frequent entries first. */
  tally(where: Where<R>, field: keyof R & string, limit: number): Promise<{ entry: string; count: number }[]>;
}

/** Changed in the stream's transaction. One document an id and drive. */
export interface SideReader<T extends { id: string }> {
  get(id: string): Promise<T | null>;
  find(where: Where<T>, options?: { limit?: number }): Promise<T[]>;
}
export interface SideWriter<N extends string = never, T extends object = object> {
  /** `expires` only marks for `drivesWith`: nothing is removed by itself. */
  put<T extends { id: string }>(name: N, document: T & { expires?: Date }): Promise<void>;
  remove(name: N, id: string): Promise<void>;
  /** Totals outside events; `Totals.admit` judges them too. */
  adjust(change: (totals: T) => T): Promise<void>;
  enqueue(job: Omit<JobRequest, 'drive'>): Promise<void>;
  /** Outside the drive, and outlives it. */
  record(document: object): Promise<void>;
  /** A command without an event may call it. */
  bound(name: string, counted: number): Promise<void>;
}

export interface DecisionContext {
  /** Becomes the event's `at`. */
  now: Date;
  newId(): string;
}

/**
 * An event with the answer to keep, or an answer alone; a refusal is a thrown DomainError. An event that may
 * raise a bound says what its own rows need, or the bound becomes unknown.
 */
export type Decision<E extends DomainEvent, A> = {
  event: E | null;
  answer: A;
  bounds?: Readonly<Record<string, number>> | undefined;
};

export interface Command<
  E extends DomainEvent,
  R extends Row,
  S,
  A,
  N extends string = never,
  T extends object = object,
> {
  /** Logs and metrics show it: `rename-folder`. */
  name: string;
  /** Plain JSON; another payload with the same opId is refused (operation.reused). */
  payload: unknown;
  /**
   * A search that `read` will probably make. In one transaction those that differ in the last field only take
   * one round trip.
   */
  foresees?: Where<R>;
  read(reader: RowReader<R, N, T>): Promise<S>;
  decide(slice: S, context: DecisionContext): Decision<E, A>;
  /** Stand or fall with the event; called also without one. */
  alongside?(side: SideWriter<N, T>, decided: Decision<E, A> & { slice: S }): Promise<void>;
}

export interface CommandOrigin {
  actor: string | null;
  /** Absent for what no user asks for, and where it is unknown. */
  device?: string | undefined;
  trace: string | null;
  /** False for chunks of long processes: interactive commands pass between them. */
  interactive?: boolean;
}

export type DriveSummary<T extends object = object> = T & {
  drive: DriveId;
  version: number;
};

export interface DrivePage<T extends object = object> {
  drives: DriveSummary<T>[];
  /** An estimate of how many drives there are. */
  total: number;
}

export interface ModelDifference {
  kept: string | null;
  replayed: string | null;
}

/** `withDrive` is the only writer. `N`: names of its side collections, `T`: its totals. */
export interface DriveStore<
  E extends DomainEvent,
  R extends Row,
  N extends string = never,
  T extends object = object,
> {
  readonly sides: readonly N[];
  /**
   * Serialised, durable before it returns (majority, journaled), once for each opId. Creates the drive on
   * first use.
   * @throws DomainError of the rules, of `Totals.admit`, `operation.reused`, `drive.closed`, `drive.busy`
   * (queue full, or no commit within 10 s, 2 s while many wait: the same opId is safe)
   */
  withDrive<S, A>(
    drive: DriveId,
    opId: OpId,
    command: Command<E, R, S, A, N, T>,
    origin: CommandOrigin,
  ): Promise<A>;
  /** Another process has written it in the last half minute. */
  isContested(drive: DriveId): boolean;
  /** Each call reads the latest committed state. */
  reader(drive: DriveId): Promise<RowSurvey<R, N, T>>;
  /** Reads fail after five minutes. To be closed. */
  readerAtOnce(drive: DriveId): Promise<{ reader: RowSurvey<R, N, T>; close(): Promise<void> }>;
  state(drive: DriveId): Promise<DriveState<T>>;
  /** 0 for a drive never written. */
  version(drive: DriveId): Promise<number>;
  events(drive: DriveId, after: number, limit: number): Promise<StoredEvent<E>[]>;
  eventsOf(drive: DriveId, opIds: readonly OpId[]): Promise<StoredEvent<E>[]>;
  /** Ordered by id, behind `after`. */
  drives(after: DriveId | null, limit: number): Promise<DrivePage<T>>;
  /** Each drive once; with a moment, only with a document that expired before it. */
  drivesWith(name: N, expiredBefore?: Date): AsyncIterable<DriveId>;
  /** The service goes on serving while it runs. */
  rebuild(drive: DriveId): Promise<{ rows: number; version: number }>;
  /** Canonical text: equal texts mean equal models. */
  dump(drive: DriveId): Promise<string>;
  replay(drive: DriveId): Promise<string>;
  /** The first one, or null; exact while commands go on, in constant memory. */
  difference(drive: DriveId): Promise<ModelDifference | null>;
  /** The restore epoch of the database. */
  epoch(): number;
  /** Covers commits of this process only. */
  onCommitted(listener: (drive: DriveId, version: number, events: readonly CommittedEvent[]) => void): void;
  /** May run in many processes at once. */
  prepare(): Promise<void>;
  close(): Promise<void>;
}
