import {
  derivativeOf,
  type DerivativeKind,
  type DerivativeMade,
  type DerivativeSource,
  type DriveId,
  type ElementId,
  type EventMessage,
} from '@skyshelf/contracts';
import type { JobRequest } from './job.js';
import type { LiveStage } from './live-films.js';
import type { Effort } from './work-clock.js';

export interface DerivableElement {
  type: string;
  /** Format: lower case, without the dot. */
  extension?: string | null;
  source: DerivativeSource;
  pixels?: number;
}

export interface SourceFile {
  path: string;
  bytes: number;
  type: string;
  /** A queue stands: requests go first. */
  lowPriority?: boolean;
  extension?: string;
}

export type Source = SourceFile | { url: string };

/** Refuses a link's address for kinds that take files only. */
export function requireFile(source: Source): SourceFile {
  if (!('path' in source)) throw new TypeError('This kind is made of a file, not of an address.');
  return source;
}

/** Made at first use, gone at the job's end. */
export interface Workspace {
  readonly folder: string;
  path(name: string): string;
}

export type MadeFile = Pick<DerivativeMade, 'width' | 'height' | 'sourceDimensions'> &
  ({ path: string } | { bytes: Uint8Array });

export interface Tool {
  name: string;
  check(): Promise<{ status: 'ok' } | { status: 'off'; hint: string }>;
  close?(): void;
}

/** Each can be scaled alone, on machines that have its programs. */
export const roles = ['thumbnail', 'video', 'document', 'website'] as const;
export type Role = (typeof roles)[number];

/** Queue, workers, roles, health and metrics follow from the list of kinds. */
export interface Kind {
  kind: DerivativeKind;
  /** The role follows from the programs that the kind needs; long work must not delay quick work. */
  role: Role;
  wants(element: DerivableElement): boolean;
  tool: Tool;
  parallel: number;
  /** Quick jobs claimed beyond those while a queue stands. */
  ahead?: number;
  /** Its tool may read the source where it lies. */
  readsInPlace?: true;
  /** The time for one try, in milliseconds of a `WorkClock`. */
  timeoutMs: number;
  /** The number of tries where a user waits; fewer than the operator's setting. */
  mostTries?: number;
  /**
   * A try of more effort from `onBegun` on, milliseconds, steps aside for another drive.
   * Absent where every job is long.
   */
  quickMs?: number;
  /** With all further workers busy a try that steps aside goes on, up to so many in all: it is watched. */
  mostAtOnce?: number;
  /** A kind that goes first: this one hardly begins while its quick jobs wait or run. */
  after?: DerivativeKind;
  /** Milliseconds: what no one waits for leaves the machine to an upload. */
  delayMs?: number;
  /** Asks others' sites: see `createVisitOnce`. */
  visits?: true;
  maxSourceBytes: number;
  /**
   * @param onBegun to call with the source in hand, where there is a `quickMs`: a slow start says nothing
   * about the source; default of its effort: what the try's clock counts
   * @param onProgress percent, of what takes longer than seconds
   * @param stage shows a film while it is converted; absent where no one could see it
   * @throws JobRefusal when the source is to blame; TryFailure when the tool died over it
   */
  make(
    source: Source,
    workspace: Workspace,
    signal: AbortSignal,
    onBegun: (effort?: Effort) => void,
    onProgress: (percent: number) => void,
    stage?: LiveStage,
  ): Promise<MadeFile>;
}

export type Kinds = Readonly<Record<DerivativeKind, Kind>>;

export const kindsOf = (kinds: Kinds, taken: readonly Role[]): Kind[] =>
  Object.values(kinds).filter(({ role }) => taken.includes(role));

/** Each kind that wants an element and doesn't wait to be asked for. */
export const requestsOf = (
  kinds: Readonly<Record<DerivativeKind, Pick<Kind, 'kind' | 'wants' | 'delayMs'>>>,
  { drive, actor, trace }: Pick<EventMessage, 'actor' | 'trace'> & { drive: DriveId },
  elements: readonly (DerivableElement & { elementId: ElementId })[],
): JobRequest[] =>
  elements.flatMap((element) =>
    Object.values(kinds)
      .filter((each) => !derivativeOf(each.kind).onDemand && each.wants(element))
      .map(({ kind, delayMs = 0 }) => ({
        kind,
        drive,
        actor,
        trace,
        delayMs,
        elementId: element.elementId,
        source: element.source,
      })),
  );
