import type { DriveId, OpId } from '@skyshelf/contracts';
import type { JobRequest } from '@skyshelf/jobs';

/** A fact of a drive's stream as a domain makes it; the store adds version, time and origin. */
export interface DomainEvent {
  type: string;
}

/** An event as it lies in the store. */
export interface StoredEvent<E extends DomainEvent> {
  /** `<service>:<drive>:<version>`; the operation id of every reaction to it. */
  id: string;
  drive: DriveId;
  /** 1, 2, 3 … without gaps within a drive. */
  version: number;
  schema: number;
  data: E;
  opId: OpId;
  at: Date;
  /** `sub` of who did it, or the name of a service. */
  actor: string | null;
  /** W3C traceparent. */
  trace: string | null;
}

/**
 * A row of the read model: plain data without undefined. `id` is unique within a drive. Every row that is read also carries
 * `rev`, the version of the event that wrote it last; the store sets it, whatever the projection says.
 */
export interface Row {
  id: string;
}

/** What an event does to the read model. `set` with undefined is not allowed: use null. */
export type Change<R extends Row> =
  | { op: 'insert'; row: R }
  | { op: 'update'; id: string; set: Partial<R> }
  | { op: 'remove'; id: string };

/** How the rows of a drive form a tree. */
export interface RowTree<R extends Row> {
  /** The field by which a row names its parent's id. */
  parent: keyof R & string;
  /** What the topmost rows name as their parent; no row has this id. */
  root: string;
  /** Rows on the longest path that arrives at the root. */
  maxDepth: number;
  /** Ids besides the root that rows may name as their parent though no row has them: what lies below is out of reach, and not lost. */
  isDetached?(id: string): boolean;
}

/**
 * What a service counts in each of its drives, and the rule that guards it. It is kept in the drive's document, field by field, and written in the
 * transaction of what changes it.
 */
export interface Totals<E extends DomainEvent, T extends object> {
  /** Of a drive before anything happened; the names of its fields are those that are kept. */
  readonly empty: T;
  /** What an event makes of them. */
  add(totals: T, event: E): T;
  /**
   * Called before anything of a command is kept, with all that it changes.
   * @throws DomainError when a drive has no room for that
   */
  admit(before: T, after: T): void;
  /** Jobs of the drive that an event's change of them asks for: entered in its transaction, at the version that it makes. */
  jobsOf?(before: T, after: T, at: { drive: DriveId; version: number }): Omit<JobRequest, 'drive'>[];
  /** Those that follow from the events alone, and in one form when they are equal: what a rebuild sets, and what is compared with a replay. */
  ofEvents(totals: T): Partial<T>;
}

/** The read model as a pure function of one event: the same for MongoDB, for the store in memory and for `rebuild`. */
export interface Projection<E extends DomainEvent, R extends Row, T extends object = object> {
  changes(event: StoredEvent<E>): Change<R>[];
  totals?: Totals<E, T>;
  /** Upper bounds that a drive keeps next to its totals, by name: whether an event may raise it. See `DriveState.bounds`. */
  bounds?: Readonly<Record<string, (event: E) => boolean>>;
  /** Absent when rows lie side by side: then `RowReader.ancestors` is not to be had. */
  tree?: RowTree<R>;
  /** Keys that no two rows of a drive may share, for the unique index, e.g. [['class', 'nameKey']]. */
  unique: readonly (readonly (keyof R & string)[])[];
  /** Further indexes; each is led by the drive and its generation. */
  indexes: readonly (readonly (keyof R & string)[])[];
}

/** State of a drive outside its rows: its totals, and what every drive has. */
export type DriveState<T extends object = object> = T & {
  version: number;
  /**
   * Upper bounds of something about the rows, as the projection declares them; 0 before the first event. Commands raise them (`Decision.bounds`), nothing lowers them but
   * `SideWriter.bound`. One that is unknown is absent. They lie outside the stream.
   */
  bounds: Readonly<Record<string, number>>;
};

/** What a field must be: equal to a value, or to one of several. */
export type Condition<V> = V | { in: readonly V[] };

/**
 * Conditions on fields, all of which must hold. A condition on a field that is a list holds when one of its entries fulfils it.
 * `prefix` is for texts: how they begin, letter by letter. null also stands for a field that is missing; undefined is an error, never "any".
 */
export type Where<T> = {
  [K in keyof T]?:
    | Condition<T[K]>
    | (T[K] extends readonly (infer I)[] ? Condition<I> : never)
    | { prefix: string };
};

/** Reads of one drive's rows, all from one snapshot inside a command. `N`: the names of the store's side collections, `T`: the totals. */
export interface RowReader<R extends Row, N extends string = never, T extends object = object> {
  state(): DriveState<T>;
  get(id: string): Promise<R | null>;
  /**
   * In the order of their ids; `after` is the id to go on behind. Fast when a declared index or unique key begins
   * with the fields asked for. With a limit, `order: 'any'` spares reading all that fulfil the conditions to find
   * the first ones; it goes with no `after`.
   */
  find(where: Where<R>, options?: { limit?: number; after?: string; order?: 'any' }): Promise<R[]>;
  /**
   * The rows from `id` (first) up to the root, or null if it does not arrive there within the depth of `Projection.tree`.
   * Nothing for the root itself. One round trip, however deep.
   * @throws Error when the projection declares no tree
   */
  ancestors(id: string): Promise<R[] | null>;
  side<T extends { id: string }>(name: N): SideReader<T>;
}

/** A page of rows in the order of one field, letter by letter as UTF-8 has it. */
export interface PageOptions<R extends Row> {
  /** The field; together with the fields that are asked for by value it begins a declared index or unique key. */
  by: keyof R & string;
  /** The field's value to go on behind. */
  after?: string;
  descending?: boolean;
  limit: number;
}

/** Reads outside commands: what only a glance at the whole needs. */
export interface RowSurvey<
  R extends Row,
  N extends string = never,
  T extends object = object,
> extends RowReader<R, N, T> {
  /** How many rows fulfil the conditions, counted up to `limit`. Read from the index alone where one has all fields asked for. */
  count(where: Where<R>, limit?: number): Promise<number>;
  /** How many rows fulfil the conditions, and the sum of a number in them. */
  total(where: Where<R>, field: keyof R & string): Promise<{ count: number; sum: number }>;
  page(where: Where<R>, options: PageOptions<R>): Promise<R[]>;
  /** How often each entry of a list occurs in the rows that fulfil the conditions: the most frequent entries first, `limit` at most. */
  tally(where: Where<R>, field: keyof R & string, limit: number): Promise<{ entry: string; count: number }[]>;
}

/** Small state next to the stream, changed in the same transaction, in collections that the store's options name. One document an id and drive. */
export interface SideReader<T extends { id: string }> {
  get(id: string): Promise<T | null>;
  find(where: Where<T>, options?: { limit?: number }): Promise<T[]>;
}
export interface SideWriter<N extends string = never, T extends object = object> {
  /** `expires` is a mark for `drivesWith`: nothing goes by itself, because the totals would not follow. */
  put<T extends { id: string }>(name: N, document: T & { expires?: Date }): Promise<void>;
  remove(name: N, id: string): Promise<void>;
  /** Changes totals that do not follow from events; `Totals.admit` judges them together with what the event does. */
  adjust(change: (totals: T) => T): Promise<void>;
  /** Enters a job of this drive into the service's queue. */
  enter(job: Omit<JobRequest, 'drive'>): Promise<void>;
  /** Hands a document to the store's recorder: it lies outside the drive and outlives it. */
  record(document: object): Promise<void>;
  /** Sets a bound of the drive to what was counted; for a command without an event. */
  bound(name: string, counted: number): Promise<void>;
}

export interface DecisionContext {
  /** The moment that becomes the event's `at`. */
  now: Date;
  newId(): string;
}

/**
 * What `decide` finds: an event with the answer to keep, or an answer without an event. A refusal is a thrown DomainError and stores nothing.
 * With an event that may raise a bound (`Projection.bounds`) goes what its own rows need of it; without that the bound is unknown afterwards.
 */
export type Decision<E extends DomainEvent, A> =
  | { event: E; answer: A; bounds?: Readonly<Record<string, number>> | undefined }
  | { event: null; answer: A; bounds?: Readonly<Record<string, number>> | undefined };

/** One intention of a user or a reaction. */
export interface Command<
  E extends DomainEvent,
  R extends Row,
  S,
  A,
  N extends string = never,
  T extends object = object,
> {
  /** For logs and metrics: `rename-folder`. */
  name: string;
  /** What the intention asks for; the same opId with another payload is refused (operation.reused). Plain JSON. */
  payload: unknown;
  /**
   * A search for rows by equal values that `read` is likely to make, and that finds few. Of the commands that share a transaction, searches that differ
   * in the last field only are made in one round trip. It changes nothing but the time they take.
   */
  foresees?: Where<R>;
  /** Reads the few documents the rule needs. */
  read(reader: RowReader<R, N, T>): Promise<S>;
  /** Pure: rules and outcome. */
  decide(slice: S, context: DecisionContext): Decision<E, A>;
  /** Further writes that must stand or fall with the event; called also when there is no event. `slice` is what this decision was made from. */
  alongside?(side: SideWriter<N, T>, decided: Decision<E, A> & { slice: S }): Promise<void>;
}

export interface CommandOrigin {
  actor: string | null;
  trace: string | null;
  /** Chunks of long processes let interactive commands pass between them. Default true. */
  interactive?: boolean;
}

/** A drive as an operator's list shows it. */
export type DriveSummary<T extends object = object> = T & {
  drive: DriveId;
  /** The last version of its stream. */
  version: number;
};

export interface DrivePage<T extends object = object> {
  drives: DriveSummary<T>[];
  /** About how many drives there are in all. */
  total: number;
}

/** A line of the read model, and what replaying the events makes of it; null where there is none. */
export interface ModelDifference {
  kept: string | null;
  replayed: string | null;
}

/** The drives of one service. `withDrive` is the only writer. `N`: the names of its side collections, `T`: its totals. */
export interface DriveStore<
  E extends DomainEvent,
  R extends Row,
  N extends string = never,
  T extends object = object,
> {
  /** The names of its side collections. */
  readonly sides: readonly N[];
  /**
   * Runs a command on a drive: serialised, durable before it returns (majority, journaled), once for each opId.
   * The drive's documents are made on first use.
   * @throws DomainError of the rules, `operation.reused`, `drive.busy` (queue full, or no commit within 10 s, 2 s while many wait: the same opId is safe), `drive.closed`; of `Totals.admit`
   */
  withDrive<S, A>(
    drive: DriveId,
    opId: OpId,
    command: Command<E, R, S, A, N, T>,
    origin: CommandOrigin,
  ): Promise<A>;
  /** Reads outside a command, each call from the latest majority-committed state. */
  reader(drive: DriveId): Promise<RowSurvey<R, N, T>>;
  /**
   * The same from one moment, whatever commands do meanwhile: for what must fit together. To be closed; the moment is forgotten after five minutes, and then reads fail.
   */
  readerAtOnce(drive: DriveId): Promise<{ reader: RowSurvey<R, N, T>; close(): Promise<void> }>;
  state(drive: DriveId): Promise<DriveState<T>>;
  /** Version only: the one database call of a cached listing. 0 for a drive never written. */
  version(drive: DriveId): Promise<number>;
  events(drive: DriveId, after: number, limit: number): Promise<StoredEvent<E>[]>;
  /** The events of these operations that there are, in the order in which they happened. */
  eventsOf(drive: DriveId, opIds: readonly OpId[]): Promise<StoredEvent<E>[]>;
  /** Drives ever written, in the order of their ids, behind `after`. */
  drives(after: DriveId | null, limit: number): Promise<DrivePage<T>>;
  /** Drives that hold side documents of this name, each once; with a moment, only those with a document that expired before it. For sweeps and for going on after a start. */
  drivesWith(name: N, expiredBefore?: Date): AsyncIterable<DriveId>;
  /** Writes the read model again from the events under a new generation while serving, then flips. Returns the rows written. */
  rebuild(drive: DriveId): Promise<{ rows: number; version: number }>;
  /** A canonical text of all rows and the state, sorted, every field: equal texts mean equal models. */
  dump(drive: DriveId): Promise<string>;
  /** The same from replaying the events in memory. */
  replay(drive: DriveId): Promise<string>;
  /** Where the read model differs first from what the events make; null when they are equal, also while commands go on. Takes the same memory for a drive of any size. */
  difference(drive: DriveId): Promise<ModelDifference | null>;
  /** Called after each commit, in process: pokes the relay and the listing caches. */
  onCommitted(listener: (drive: DriveId, version: number) => void): void;
  /** Makes collections and indexes; may run in many processes at once. */
  prepare(): Promise<void>;
  /** Lets running commands end, refuses new ones. */
  close(): Promise<void>;
}
