import type { DerivativeKind, DerivativeMade, DerivativeSource } from '@skyshelf/contracts';

/** Of an element, what decides whether it gets a derived file. */
export interface DerivableElement {
  /** MIME type of a file, kind of a link. */
  type: string;
  source: DerivativeSource;
  /** Of an image, as far as its header was read when it came. */
  pixels?: number;
}

/** A source at hand: a file in the workspace, or an address. */
export type Source = { path: string; bytes: number } | { url: string };

/** A folder of the job's own, gone when it ends. */
export interface Workspace {
  folder: string;
  /** The path of a file in it. */
  path(name: string): string;
}

/** A derived file in the workspace. */
export interface MadeFile extends Pick<DerivativeMade, 'width' | 'height' | 'sourceDimensions'> {
  path: string;
}

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

/** A kind of derived file. Queue, workers, roles, health and metrics follow from the list of kinds. */
export interface Kind {
  kind: DerivativeKind;
  wants(element: DerivableElement): boolean;
  tool: Tool;
  /** Jobs that a process works on at the same time. */
  parallel: number;
  /** Of one try, milliseconds. */
  timeoutMs: number;
  /** A try that takes more processor time than this from `onBegun` on, milliseconds, steps aside when another drive's job would wait for it. Absent where every job is long. */
  quickMs?: number;
  /** A kind that goes first: while its quick jobs wait or run, this one begins hardly any. */
  after?: DerivativeKind;
  /** Larger files are refused, bytes. */
  maxSourceBytes: number;
  /**
   * @param signal the time is up, or the work is no longer wanted: what runs must end at once
   * @param onBegun to be called when the tool has the source in hand, where there is a `quickMs`: on a busy machine a program may take long to start, which
   * says nothing about the source; with the processor time of the tool, where that can be read
   * @throws JobRefusal when the source is the trouble; TryFailure when the tool has died over it
   */
  make(
    source: Source,
    workspace: Workspace,
    signal: AbortSignal,
    onBegun: (cpuTime?: CpuTime) => void,
  ): Promise<MadeFile>;
}

export type Kinds = Readonly<Record<DerivativeKind, Kind>>;
