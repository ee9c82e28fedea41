import type { z } from 'zod';
import type { Effect } from './effect.js';
import type { Job, JobRequest } from './job.js';

/** How much a try has taken since its tool had the source in hand, milliseconds. */
export type Effort = () => number;

/** A try under way, as the work sees it. */
export interface JobContext {
  /** Aborts with an `Interruption`: the service stops, or the job is another worker's by now or was cancelled; with a `TimeIsUp`. */
  readonly signal: AbortSignal;
  /** Notes the percent that are done: at most once a second, only forwards. */
  onProgress(percent: number): void;
  /** Waits for a worker that is free. Only what is fetched before that, of a kind with `ahead` or `quickMs`, needs it. */
  turn(): Promise<void>;
  /** Called when a tool begins with the source, by a kind that has a `quickMs`. */
  onMaking(effort: Effort): void;
  /** Called when only the result is to be kept: the worker is free. */
  onMade(): void;
  /** Whether more results come right behind this one. */
  othersFollow(): boolean;
}

/**
 * How a try ends; nothing: `done`. `failed` gives the job up at once: a further try would end the same way. `again` is a try that counts for nothing, after a
 * pause. Effects are written in the transaction that ends the job, and only if it is still this worker's.
 */
export type JobOutcome<Tx> =
  | void
  | { state: 'done' | 'dropped'; effect?: Effect<Tx> | undefined }
  /** `cause` is for the log alone. */
  | { state: 'failed'; reason: string; cause?: unknown }
  | { state: 'again'; afterMs: number };

/** A kind of work, as workers have it. */
export interface JobKind<Tx> {
  kind: string;
  /** Jobs that a process works on at the same time. */
  parallel: number;
  /** Tries after which a job is given up; a worker that dies over it counts as one. */
  tries: number;
  /** Of one try, milliseconds: then its signal aborts and the try counts. Absent where the work sees to that itself. */
  timeoutMs?: number;
  /** The pause after so many tries that failed, milliseconds. Default `retryPauseMs`. */
  pauseMs?(tries: number): number;
  /** A job of the service itself that repeats, so many milliseconds after it was entered or ended: one in all processes. It is never given up; `reason` says how the last run ended. */
  every?: number;
  /** For how long jobs that are done or dropped are kept, milliseconds. Default: for good, so that a repeated request finds its job. */
  keptMs?: number;
  /** Jobs that are claimed and fetched beyond `parallel` while a queue stands, of quick ones: so many at most, and no more than take a moment. */
  ahead?: number;
  /** A try that takes more effort than this, milliseconds, steps aside when another drive's job would wait for it. Absent where every job is long. */
  quickMs?: number;
  /** A try that steps aside while all further workers are busy is not broken off: so many work at the same time instead, then the next ones wait. */
  mostAtOnce?: number;
  /** A kind that goes first: while its quick jobs wait or run, this one begins hardly any. */
  after?: string;
  /** Whether its jobs can be done here now; they wait until then. Default: always. */
  isReady?(): Promise<boolean>;
  /** @throws what makes the try count, unless it is an outage: then the job comes again after a pause */
  run(job: Job, context: JobContext): Promise<JobOutcome<Tx>>;
  /** Why it is given up, in the user's words; without an error: its worker has died over it again and again. */
  reasonOf?(job: Job, error?: unknown): string;
  /** What is written with its giving up. */
  onGivenUp?(job: Job, reason: string): Effect<Tx> | undefined;
  /** Called when a job has ended and its effect is committed. */
  onEnded?(job: Job): void;
  /** Hears how far a try is, each time that was noted. */
  onProgress?(job: Job, percent: number): Promise<void>;
}

/** A kind whose payload has a schema. */
export interface JobKindOf<P, Tx> extends JobKind<Tx> {
  /** A request for such a job. @throws ZodError when the payload is not as the kind has it */
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

/** A kind of job as one value. Payloads are checked when they are asked for and when they are read: they may have been written by another version. */
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
        : { state: 'failed', reason: 'This job can not be read by this version.' },
    reasonOf: (job, error) =>
      (isReadable(job) && options.reasonOf?.(parsed(job), error)) || defaultReason(error),
    onGivenUp: (job, reason) => (isReadable(job) ? options.onGivenUp?.(parsed(job), reason) : undefined),
    onProgress: async (job, percent) => options.onProgress?.(parsed(job), percent),
  };
}

/** Why a job is given up whose kind has no words of its own. */
export const defaultReason = (error: unknown): string =>
  error === undefined
    ? 'Its worker has stopped over it again and again.'
    : `It failed again and again: ${error instanceof Error ? error.message : String(error)}`;
