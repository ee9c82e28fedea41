import type { z } from 'zod';
import type { Effect } from './queue.js';
import type { Job, JobRequest } from './job.js';

/** Milliseconds since the tool got the source. */
export type Effort = () => number;

export interface JobContext {
  /** Aborts with an `Interruption` or a `TimeIsUp`. */
  readonly signal: AbortSignal;
  /** At most once a second, only forwards. */
  onProgress(percent: number): void;
  /** Waits for a free worker: for kinds with `ahead` or `quickMs`. */
  turn(): Promise<void>;
  /** Call it when the tool starts, for kinds with a `quickMs`. */
  onMaking(effort: Effort): void;
  /** Only storing is left: frees the worker. */
  onMade(): void;
  /** Milliseconds that a result may wait for those right behind it; 0: none come. */
  mayWaitMs(): number;
}

/**
 * Default `done`. `failed` gives up at once. `again` pauses without counting a try. Effects are written with
 * the job's end, only while the lease holds.
 */
export type JobOutcome<Tx> =
  | void
  | { state: 'done' | 'dropped'; effect?: Effect<Tx> | undefined }
  /** `cause` is for the log alone. `laterMs`: opened again by itself then, as what was in the way may pass. */
  | { state: 'failed'; reason: string; cause?: unknown; laterMs?: number | undefined }
  | { state: 'again'; afterMs: number };

export interface JobKind<Tx> {
  kind: string;
  parallel: number;
  /** A worker's death counts as a try. */
  tries: number;
  /** The milliseconds for one try. It is absent if the work limits itself. */
  timeoutMs?: number;
  /** Unit: milliseconds. Default `retryPauseMs`. */
  pauseMs?(tries: number): number;
  /**
   * Milliseconds after which it repeats, one in all processes. Never given up; `reason` says how the last run
   * ended.
   */
  every?: number;
  /** Milliseconds that ended jobs are kept. Default: for good, so that repeated requests find them. */
  keptMs?: number;
  /** Most quick jobs fetched beyond `parallel`; no more than take a moment. */
  ahead?: number;
  /**
   * The milliseconds of effort beyond which a try steps aside for another drive's job. It is absent if every job is
   * long.
   */
  quickMs?: number;
  /** When the slow workers are busy, so many tries that step aside go on. */
  mostAtOnce?: number;
  /** The kind that goes first: while its quick jobs wait or run, this one hardly begins any. */
  after?: string;
  /** Default: always. */
  isReady?(): Promise<boolean>;
  /** @throws what counts as a try, unless it is an outage */
  run(job: Job, context: JobContext): Promise<JobOutcome<Tx>>;
  /** Explains the failure to the user; without an error the worker died repeatedly. */
  reasonOf?(job: Job, error?: unknown): string;
  onGivenUp?(job: Job, reason: string): Effect<Tx> | undefined;
  /**
   * Milliseconds after which a job without tries left is opened again by itself. Absent: never. No error: its
   * worker died repeatedly.
   */
  laterMs?(job: Job, error?: unknown): number | undefined;
  /** It is called after the commit. */
  onEnded?(job: Job): void;
  onProgress?(job: Job, percent: number): Promise<void>;
}

export interface JobKindOf<P, Tx> extends JobKind<Tx> {
  /** @throws ZodError */
  job(request: Omit<JobRequest<P>, 'kind'>): JobRequest<P>;
}

export interface JobKindOptions<P, Tx> extends Omit<
  JobKind<Tx>,
  'run' | 'reasonOf' | 'onGivenUp' | 'onProgress'
> {
  payload: z.ZodType<P>;
  run(job: Job<P>, context: JobContext): Promise<JobOutcome<Tx>>;
  reasonOf?(job: Job<P>, error?: unknown): string;
  onGivenUp?(job: Job<P>, reason: string): Effect<Tx> | undefined;
  onProgress?(job: Job<P>, percent: number): Promise<void>;
}

/** Checked on reading too: another version may have written the payload. */
export function defineJobKind<P, Tx = unknown>({
  payload: schema,
  ...options
}: JobKindOptions<P, Tx>): JobKindOf<P, Tx> {
  const parsed = (job: Job): Job<P> => ({ ...job, payload: schema.parse(job.payload) });
  const isReadable = (job: Job): job is Job<P> => schema.safeParse(job.payload).success;
  return {
    ...options,
    job: (request) => ({ ...request, kind: options.kind, payload: schema.parse(request.payload) }),
    run: async (job, context) =>
      isReadable(job)
        ? options.run(parsed(job), context)
        : { state: 'failed', reason: 'This job cannot be read by this version.' },
    reasonOf: (job, error) =>
      (isReadable(job) && options.reasonOf?.(parsed(job), error)) || defaultReason(error),
    onGivenUp: (job, reason) => (isReadable(job) ? options.onGivenUp?.(parsed(job), reason) : undefined),
    onProgress: async (job, percent) => options.onProgress?.(parsed(job), percent),
  };
}

export const defaultReason = (error: unknown): string =>
  error === undefined
    ? 'Its worker has stopped over it again and again.'
    : `It failed again and again: ${error instanceof Error ? error.message : String(error)}`;
