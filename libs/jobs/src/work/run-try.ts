import type { Logger } from '@skyshelf/telemetry';
import type { Job } from '../job.js';
import type { Effort, JobContext, JobKind } from '../kind.js';
import type { WorkerQueue } from '../queue.js';
import { Interruption, TimeIsUp } from './interruption.js';
import { traceJob } from './job-span.js';
import { reportProgress } from './report-progress.js';
import type { Tries, Try } from './tries.js';
import { tryJob, type Tried } from './try-job.js';

export interface RunOptions {
  leaseMs: number;
  /** An unreachable database or neighbour. */
  isOutage(error: unknown): boolean;
  onTried?(job: Job, outcome: Tried, ms: number): void;
  logger: Logger;
}

export interface RunDeps<Tx> {
  queue: Omit<WorkerQueue<Tx>, 'releaseOwn' | 'reopenDue'>;
  kind: JobKind<Tx>;
  options: RunOptions;
  tries: Tries;
  onMade(begun: Try): void;
  onSlow(): void;
}

/** @throws when its end can't be recorded */
export async function runTry<Tx>(deps: RunDeps<Tx>, begun: Try): Promise<Tried> {
  const { queue, kind, options } = deps;
  const { leaseMs, onTried, logger, isOutage } = options;
  const { job, stop } = begun;
  const since = performance.now();
  const letGo = [keepLease(queue, job, leaseMs, (why) => stop.abort(why), logger), limit(begun, kind)];
  const context = contextOf(deps, begun, (end) => letGo.push(end));
  try {
    const outcome = await traceJob(job, (traced) =>
      tryJob({ queue, kind, isOutage, logger }, traced, context),
    );
    onTried?.(job, outcome, performance.now() - since);
    return outcome;
  } finally {
    for (const end of letGo) end();
  }
}

function limit<Tx>({ stop }: Try, { timeoutMs }: JobKind<Tx>): () => void {
  if (timeoutMs === undefined) return () => {};
  const timer = setTimeout(() => stop.abort(new TimeIsUp(timeoutMs)), timeoutMs);
  return () => clearTimeout(timer);
}

function contextOf<Tx>(deps: RunDeps<Tx>, begun: Try, atEnd: (end: () => void) => void): JobContext {
  const { queue, kind, tries } = deps;
  const { job, stop } = begun;
  const onLost = () => stop.abort(new Interruption('lease lost'));
  const announce = kind.onProgress?.bind(kind);
  return {
    signal: stop.signal,
    onProgress: reportProgress(job, { queue, announce, onLost, logger: deps.options.logger }),
    onMaking: (effort) => {
      begun.effort = effort;
      // The start of a tool says nothing about the job.
      begun.since = performance.now();
      if (kind.quickMs !== undefined) atEnd(whenSlow(effort, kind.quickMs, deps.onSlow));
    },
    turn: () => tries.turnOf(begun),
    onMade: () => deps.onMade(begun),
    mayWaitMs: () => tries.mayWaitMs(begun),
  };
}

function whenSlow(effort: Effort, quickMs: number, onSlow: () => void): () => void {
  let timer: NodeJS.Timeout;
  const checkLater = () => {
    const look = () => (effort() < quickMs ? checkLater() : onSlow());
    timer = setTimeout(look, aLittleMore(quickMs - effort()));
  };
  checkLater();
  return () => clearTimeout(timer);
}

/** Milliseconds; looking shall cost nothing. */
const aLittleMore = (ms: number): number => Math.max(ms, 20) + 1;

/** Heartbeats a lease; one may be lost. */
const BEATS = 3;

/**
 * @param onLost gets the reason
 * @returns lets it go
 */
function keepLease(
  queue: Pick<WorkerQueue<never>, 'renew'>,
  job: Job,
  leaseMs: number,
  onLost: (reason: Interruption) => void,
  logger: Logger,
): () => void {
  let renewed = performance.now();
  const lost = () => {
    clearInterval(timer);
    onLost(new Interruption('lease lost'));
  };
  const beat = async (): Promise<void> => {
    const asked = performance.now();
    try {
      if (!(await queue.renew(job, leaseMs))) return lost();
      renewed = asked;
    } catch (error) {
      logger.warn({ jobId: job._id, err: error }, 'the lease of a job could not be renewed');
      if (performance.now() - renewed > leaseMs) lost();
    }
  };
  const timer = setInterval(() => void beat(), leaseMs / BEATS);
  timer.unref();
  return () => clearInterval(timer);
}
