import type { Logger } from '@skyshelf/telemetry';
import { retryPauseMs, type Job, type Lane } from '../job.js';
import { defaultReason, type Effort, type JobContext, type JobKind, type JobOutcome } from '../kind.js';
import type { Ending, WorkerQueue } from '../queue.js';
import { Interruption, unlessAborted } from './interruption.js';

/** `late`: lease lost or job cancelled; the result is ignored. */
export type Tried = 'done' | 'failed' | 'dropped' | 'again' | 'late';

const OUTAGE_PAUSE_MS = 2000;

export interface TryDeps<Tx> {
  queue: Pick<WorkerQueue<Tx>, 'end' | 'giveBack'>;
  kind: JobKind<Tx>;
  isOutage(error: unknown): boolean;
  logger: Logger;
}

/**
 * Runs a job from claim to recorded end.
 * @throws only when the result can't be recorded: the job is to be let go
 */
export async function tryJob<Tx>(deps: TryDeps<Tx>, job: Job, context: JobContext): Promise<Tried> {
  const { kind, queue } = deps;
  // A dead worker's silence was counted at the claim.
  if (job.tries >= kind.tries && kind.every === undefined) return giveUp(deps, job, whyOf(kind, job));
  let effort: Effort = () => 0;
  const lane = () => (effort() > (kind.quickMs ?? Infinity) ? 'slow' : job.lane);
  let outcome: Exclude<JobOutcome<Tx>, void>;
  try {
    const onMaking = (counted: Effort): void => {
      effort = counted;
      context.onMaking(counted);
    };
    const run = kind.run(job, { ...context, onMaking });
    // One that ignores its signal holds nothing up.
    const ended = await (kind.timeoutMs === undefined ? run : unlessAborted(context.signal, run));
    outcome = ended ?? { state: 'done' };
  } catch (error) {
    const { aborted, reason } = context.signal;
    return afterError(deps, job, aborted && reason instanceof Interruption ? reason : error, lane());
  }
  if (outcome.state === 'failed') return giveUp(deps, job, outcome);
  if (outcome.state === 'again') {
    await queue.giveBack(job, { pauseMs: outcome.afterMs, counts: false, lane: lane() });
    return 'again';
  }
  try {
    return await end(deps, { job, ...outcome });
  } catch (error) {
    if (deps.isOutage(error)) throw error;
    return afterError(deps, job, error, lane());
  }
}

async function afterError<Tx>(deps: TryDeps<Tx>, job: Job, error: unknown, lane: Lane): Promise<Tried> {
  const { queue, kind, logger, isOutage } = deps;
  if (error instanceof Interruption) {
    await queue.giveBack(job, { pauseMs: 0, counts: false, lane });
    return error.why === 'lease lost' ? 'late' : 'again';
  }
  const outage = isOutage(error);
  const tries = outage ? job.tries : job.tries + 1;
  logger.warn({ jobId: job._id, tries, err: error }, 'a try at a job failed');
  if (!outage && tries >= kind.tries) return giveUp(deps, { ...job, tries }, whyOf(kind, job, error));
  const pauseMs = outage ? OUTAGE_PAUSE_MS : (kind.pauseMs ?? retryPauseMs)(tries);
  await queue.giveBack(job, { pauseMs, counts: !outage, lane });
  return 'again';
}

type GivenUp = Pick<Extract<JobOutcome<unknown>, { state: 'failed' }>, 'reason' | 'cause' | 'laterMs'>;

const whyOf = <Tx>(kind: JobKind<Tx>, job: Job, error?: unknown): GivenUp => ({
  reason: kind.reasonOf?.(job, error) ?? defaultReason(error),
  laterMs: kind.laterMs?.(job, error),
});

function giveUp<Tx>(deps: TryDeps<Tx>, job: Job, { reason, cause, laterMs }: GivenUp): Promise<Tried> {
  deps.logger.info({ jobId: job._id, reason, cause, laterMs }, 'a job was given up');
  return end(deps, { job, state: 'failed', reason, laterMs, effect: deps.kind.onGivenUp?.(job, reason) });
}

async function end<Tx>({ queue, kind }: TryDeps<Tx>, ending: Ending<Tx>): Promise<Tried> {
  const { job, state } = ending;
  const keptMs = state === 'failed' ? undefined : kind.keptMs;
  if (!(await queue.end({ ...ending, keptMs, againMs: kind.every }))) return 'late';
  kind.onEnded?.(job);
  return state;
}
