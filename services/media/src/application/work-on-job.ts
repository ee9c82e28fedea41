import type { MediaEvent } from '@skyshelf/contracts';
import type { Outbox } from '@skyshelf/event-store';
import { isInfrastructureError } from '@skyshelf/event-bus';
import type { Logger } from '@skyshelf/telemetry';
import { retryPauseMs, type Job } from '../domain/job.js';
import { JobRefusal, reasons } from '../domain/refusal.js';
import type { JobQueue } from '../infrastructure/job-queue.js';
import type { MadeThumbnail, MakeThumbnail } from './make-thumbnail.js';

type Event = Parameters<Outbox['append']>[1];

/** How a try ended; `late`: the result came after the lease had gone to another worker, and counts for nothing. */
export type Outcome = 'done' | 'failed' | 'dropped' | 'again' | 'late';

/** Pause before a try after trouble in the surroundings, milliseconds. */
const OUTAGE_PAUSE_MS = 2000;

/** One try at one claimed job, to its recorded end. */
export class WorkOnJob {
  constructor(
    private readonly queue: JobQueue,
    private readonly makeThumbnail: Pick<MakeThumbnail, 'run'>,
    private readonly logger: Logger,
    private readonly maxTries: number,
  ) {}

  /** @throws only when the result can't be recorded: then the job is to be let go, and tried again */
  async run(job: Job): Promise<Outcome> {
    // A worker that takes its whole process with it leaves no error: its silence was counted at the claim.
    if (job.tries >= this.maxTries) return this.giveUp(job, reasons.failed);
    let made: MadeThumbnail | null;
    try {
      made = await this.makeThumbnail.run(job);
    } catch (error) {
      return this.afterError(job, error);
    }
    const held = made
      ? await this.queue.end(job, 'done', null, madeEvent(job, made))
      : await this.queue.end(job, 'dropped', null, null);
    if (!held) return 'late';
    return made ? 'done' : 'dropped';
  }

  private async afterError(job: Job, error: unknown): Promise<Outcome> {
    if (error instanceof JobRefusal) {
      this.logger.info(
        { jobId: job._id, reason: error.reason, cause: error.cause },
        'nothing can be made of this file',
      );
      return this.giveUp(job, error.reason);
    }
    const outage = isInfrastructureError(error);
    const tries = outage ? job.tries : job.tries + 1;
    this.logger.warn({ jobId: job._id, tries, err: error }, 'a try at a job failed');
    if (tries >= this.maxTries) return this.giveUp(job, reasons.failed);
    await this.queue.giveBack(job, outage ? OUTAGE_PAUSE_MS : retryPauseMs(tries), !outage);
    return 'again';
  }

  private async giveUp(job: Job, reason: string): Promise<Outcome> {
    return (await this.queue.end(job, 'failed', reason, failedEvent(job, reason))) ? 'failed' : 'late';
  }
}

const eventOf = ({ _id, drive, actor, trace }: Job, name: string, data: MediaEvent): Event => ({
  id: `media:${name}:${_id}`,
  drive,
  actor,
  trace,
  data,
});

const derivationOf = ({ _id: jobId, kind, blobId, elementId }: Job) => ({
  kind,
  jobId,
  elementId,
  source: { blobId },
});

const madeEvent = (job: Job, made: MadeThumbnail): Event =>
  eventOf(job, 'made', { type: 'media.derivative.made', ...derivationOf(job), ...made });

const failedEvent = (job: Job, reason: string): Event =>
  eventOf(job, 'failed', { type: 'media.derivative.failed', ...derivationOf(job), reason });
