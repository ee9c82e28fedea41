import { createHash } from 'node:crypto';
import type { DerivativeMade, MediaEvent } from '@skyshelf/contracts';
import { defineJobKind, sharedEffect, type JobKind, type JobOutcome } from '@skyshelf/jobs';
import { JobRefusal } from '../domain/refusal.js';
import { freeRetryMs, isForTime, reasonOf, retryDelayMs } from '../domain/try-limits.js';
import { derivation, mediaJobOf, type Derivation, type Job } from './job.js';
import type { Kind } from './kind.js';
import type { Derived, MakeDerivative } from './make-derivative.js';
import type { JobEvent } from './ports.js';

export interface JobKindDeps<Tx> {
  makeDerivative: MakeDerivative;
  publish(tx: Tx, events: readonly JobEvent[]): Promise<void>;
  published(job: Pick<Job, 'drive'>): void;
  announce(job: Job, percent: number): Promise<void>;
  tries: number;
}

export function createJobKinds<Tx>(deps: JobKindDeps<Tx>): (kind: Kind) => JobKind<Tx> {
  const { makeDerivative, tries, published, announce } = deps;
  const publish = sharedEffect<Tx, JobEvent>((tx, events) => deps.publish(tx, events));
  return (kind) => ({
    ...defineJobKind<Derivation, Tx>({
      kind: kind.kind,
      payload: derivation,
      tries,
      parallel: kind.parallel,
      ahead: kind.ahead,
      quickMs: kind.quickMs,
      mostAtOnce: kind.mostAtOnce,
      after: kind.after,
      isReady: async () => (await kind.tool.check()).status !== 'off',
      run: async (queued, context): Promise<JobOutcome<Tx>> => {
        const job = mediaJobOf(queued);
        try {
          const made = await makeDerivative(kind, job, context);
          return made ? { state: 'done', effect: publish(madeEvent(job, made)) } : { state: 'dropped' };
        } catch (error) {
          if (error instanceof JobRefusal)
            return {
              state: 'failed',
              reason: error.reason,
              cause: error.cause,
              laterMs: error.isForTime ? retryDelayMs(queued.givenUp) : undefined,
            };
          const afterMs = freeRetryMs(error);
          if (afterMs !== undefined) return { state: 'again', afterMs };
          throw error;
        }
      },
      reasonOf: (_, error) => reasonOf(kind.kind, error),
      laterMs: (job, error) => (isForTime(error) ? retryDelayMs(job.givenUp) : undefined),
      onGivenUp: (job, reason) => publish(failedEvent(mediaJobOf(job), reason)),
      onEnded: ({ drive }) => published({ drive } as Pick<Job, 'drive'>),
      onProgress: (job, percent) => announce(mediaJobOf(job), percent),
    }),
  });
}

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

type MadeEvent = JobEvent & { data: DerivativeMade };

const isMade = (event: JobEvent): event is MadeEvent => event.data.type === 'media.derivative.made';

/** One event a drive: consumers do once what they would do for each. */
export function joinMade(events: readonly JobEvent[]): JobEvent[] {
  const others = events.filter((event) => !isMade(event));
  const ofDrives = Map.groupBy(events.filter(isMade), ({ drive }) => drive);
  return [...others, ...[...ofDrives.values()].flatMap(joined)];
}

function joined(events: readonly MadeEvent[]): JobEvent[] {
  const [first, second] = events;
  if (!first || !second) return [...events];
  const ids = createHash('sha256').update(events.map(({ id }) => id).join('\n'));
  const made = events.map(({ data: { type: _, ...each } }) => each);
  return [
    { ...first, id: `media:made:${ids.digest('base64url')}`, data: { type: 'media.derivatives.made', made } },
  ];
}
