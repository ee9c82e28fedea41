import type { DerivativeKind, DerivativeMade, DerivativeSource } from '@skyshelf/contracts';
import type { LiveStage } from './live-films.js';

/** Of an element, what decides whether it gets a derived file. */
export interface DerivableElement {
  /** MIME type of a file, kind of a link. */
  type: string;
  /** Of a file: lower case, without the dot. */
  extension?: string | null;
  source: DerivativeSource;
  /** Of an image, as far as its header was read when it came. */
  pixels?: number;
}

/** A file in the workspace. */
export interface SourceFile {
  path: string;
  bytes: number;
  /** Its media type. */
  type: string;
  /** A queue stands: what is made of it stands back for requests. */
  standsBack?: boolean;
  /** That it was asked for under. */
  extension?: string;
}

/** A source at hand: a file, or an address. */
export type Source = SourceFile | { url: string };

/** A folder of the job's own, made when it is first used, gone when the job ends. */
export interface Workspace {
  readonly folder: string;
  /** The path of a file in it. */
  path(name: string): string;
}

/** A derived file: in the workspace, or a small one itself. */
export type MadeFile = Pick<DerivativeMade, 'width' | 'height' | 'sourceDimensions'> &
  ({ path: string } | { bytes: Uint8Array });

/** Processor time that a tool has spent on a source, milliseconds; null where the machine doesn't say. */
export type CpuTime = () => number | null;

/** What makes the files of a kind. */
export interface Tool {
  name: string;
  /** Whether it can work here, and what to do if not. */
  check(): Promise<{ status: 'ok' } | { status: 'off'; hint: string }>;
  /** Ends what it keeps ready. */
  close?(): void;
}

/** Sorts of work that a process takes or not, so that each can be scaled alone, on machines that have its programs. */
export const roles = ['thumbnail', 'video', 'document', 'website'] as const;
export type Role = (typeof roles)[number];

/** A kind of derived file. Queue, workers, roles, health and metrics follow from the list of kinds. */
export interface Kind {
  kind: DerivativeKind;
  /** Which processes make it: by the programs that it needs, and so that what takes long keeps no quick ones. */
  role: Role;
  wants(element: DerivableElement): boolean;
  tool: Tool;
  /** Jobs that a process works on at the same time. */
  parallel: number;
  /** Jobs that are claimed and fetched beyond those while a queue stands, of quick ones: so many at most, and no more than take a moment. */
  ahead?: number;
  /** Its tool reads the source where it lies, when that is on this machine. It never writes there. */
  readsInPlace?: true;
  /** Of one try, milliseconds. */
  timeoutMs: number;
  /** Tries after which it is given up, where a user waits for it: fewer than the operator's setting. */
  mostTries?: number;
  /** A try that takes more processor time than this from `onBegun` on, milliseconds, steps aside when another drive's job would wait for it. Absent where every job is long. */
  quickMs?: number;
  /**
   * A try that steps aside while all further workers are busy is not broken off: so many work at the same time instead, then the next ones wait. For what is
   * watched while it is made.
   */
  mostAtOnce?: number;
  /** A kind that goes first: while its quick jobs wait or run, this one begins hardly any. */
  after?: DerivativeKind;
  /** How long after it was asked for a job begins at the earliest, milliseconds: what no one waits for leaves the machine to what comes right behind an upload. */
  delayMs?: number;
  /** Asks the sites of others: see `createVisitOnce`. */
  visits?: true;
  /** Larger files are refused, bytes. */
  maxSourceBytes: number;
  /**
   * @param signal the time is up, or the work is no longer wanted: what runs must end at once
   * @param onBegun to be called when the tool has the source in hand, where there is a `quickMs`: on a busy machine a program may take long to start, which
   * says nothing about the source; with the processor time of the tool, where that can be read
   * @param onProgress to be called with the percent that are done, as often as the tool says: of what takes longer than seconds
   * @param stage where a film is shown while it is converted; absent where no one could see it
   * @throws JobRefusal when the source is the trouble; TryFailure when the tool has died over it
   */
  make(
    source: Source,
    workspace: Workspace,
    signal: AbortSignal,
    onBegun: (cpuTime?: CpuTime) => void,
    onProgress: (percent: number) => void,
    stage?: LiveStage,
  ): Promise<MadeFile>;
}

export type Kinds = Readonly<Record<DerivativeKind, Kind>>;

/** The kinds that a process with these roles makes. */
export const kindsOf = (kinds: Kinds, taken: readonly Role[]): Kind[] =>
  Object.values(kinds).filter(({ role }) => taken.includes(role));
