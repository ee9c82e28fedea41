import { isInfrastructureError } from '@skyshelf/event-bus';
import type { DerivativeKind, MediaEvent } from '@skyshelf/contracts';
import type { Logger } from '@skyshelf/telemetry';
import { retryPauseMs, type Job, type Lane } from '../domain/job.js';
import { JobRefusal, reasonsOf, TryFailure } from '../domain/refusal.js';
import { WorkspaceFull } from '../domain/workspace-full.js';
import type { Effort } from './effort.js';
import { Interruption } from './interruption.js';
import type { Kind } from './kind.js';
import type { Derived, MakeDerivative, Run } from './make-derivative.js';
import type { JobEvent, JobQueue } from './ports.js';

/** How a try ended; `late`: the job had gone to another worker, and the result counts for nothing. */
export type Outcome = 'done' | 'failed' | 'dropped' | 'again' | 'late';

/** Pause before a try after an outage, milliseconds. */
const OUTAGE_PAUSE_MS = 2000;

export interface WorkDeps {
  queue: Pick<JobQueue, 'end' | 'giveBack'>;
  kindOf(kind: DerivativeKind): Kind;
  makeDerivative: MakeDerivative;
  logger: Logger;
  /** Tries after which a job is given up. */
  maxTries: number;
}

/** @throws only when the result can't be recorded: then the job is to be let go, and tried again */
export type WorkOnJob = (job: Job, run: Run) => Promise<Outcome>;

/** One try at one claimed job, to its recorded end. */
export const createWorkOnJob =
  (deps: WorkDeps): WorkOnJob =>
  async (job, run) => {
    // A worker that takes its whole process with it leaves no error: its silence was counted at the claim.
    if (job.tries >= deps.maxTries) return giveUp(deps, job, reasonsOf(job.kind).failed);
    const kind = deps.kindOf(job.kind);
    let effort: Effort = () => 0;
    let made: Derived | null;
    try {
      made = await deps.makeDerivative(kind, job, {
        ...run,
        onMaking: (counted) => {
          effort = counted;
          run.onMaking?.(counted);
        },
      });
    } catch (error) {
      return afterError(deps, job, error, effort() > (kind.quickMs ?? Infinity) ? 'slow' : job.lane);
    }
    const held = made
      ? await deps.queue.end(job, 'done', null, madeEvent(job, made))
      : await deps.queue.end(job, 'dropped', null, null);
    if (!held) return 'late';
    return made ? 'done' : 'dropped';
  };

async function afterError(deps: WorkDeps, job: Job, error: unknown, lane: Lane): Promise<Outcome> {
  const { queue, logger, maxTries } = deps;
  const { _id: jobId } = job;
  if (error instanceof JobRefusal) {
    const { reason, cause } = error;
    logger.info({ jobId, reason, cause }, 'nothing can be made of this file');
    return giveUp(deps, job, reason);
  }
  if (error instanceof Interruption) {
    await queue.giveBack(job, { pauseMs: 0, counts: false, lane });
    return error.why === 'lease lost' ? 'late' : 'again';
  }
  const outage = isInfrastructureError(error) || error instanceof WorkspaceFull;
  const tries = outage ? job.tries : job.tries + 1;
  logger.warn({ jobId, tries, err: error }, 'a try at a job failed');
  if (tries >= maxTries) return giveUp(deps, { ...job, tries }, reasonOf(job, error));
  await queue.giveBack(job, {
    pauseMs: outage ? OUTAGE_PAUSE_MS : retryPauseMs(tries),
    counts: !outage,
    lane,
  });
  return 'again';
}

const reasonOf = ({ kind }: Job, error: unknown): string =>
  error instanceof TryFailure ? (error.reason ?? reasonsOf(kind)[error.why]) : reasonsOf(kind).failed;

const giveUp = async ({ queue }: WorkDeps, job: Job, reason: string): Promise<Outcome> =>
  (await queue.end(job, 'failed', reason, failedEvent(job, reason))) ? 'failed' : 'late';

const eventOf = ({ _id, drive, actor, trace }: Job, name: string, data: MediaEvent): JobEvent => ({
  id: `media:${name}:${_id}`,
  drive,
  actor,
  trace,
  data,
});

const derivationOf = ({ _id: jobId, kind, source, elementId }: Job) => ({ kind, jobId, elementId, source });

const madeEvent = (job: Job, made: Derived): JobEvent =>
  eventOf(job, 'made', { type: 'media.derivative.made', ...derivationOf(job), ...made });

const failedEvent = (job: Job, reason: string): JobEvent =>
  eventOf(job, 'failed', { type: 'media.derivative.failed', ...derivationOf(job), reason });
