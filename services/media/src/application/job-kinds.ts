import { createHash } from 'node:crypto';
import type { DerivativeKind, DerivativeMade, MediaEvent } from '@skyshelf/contracts';
import {
  defineJobKind,
  sharedEffect,
  type Job as QueuedJob,
  type JobKind,
  type JobOutcome,
} from '@skyshelf/jobs';
import { HeldUp, JobRefusal, reasonsOf, TryFailure, WorkspaceFull } from '../domain/refusal.js';
import { derivation, mediaJobOf, type Derivation, type Job } from './job.js';
import type { Kind } from './kind.js';
import type { Derived, MakeDerivative } from './make-derivative.js';
import type { JobEvent } from './ports.js';

const FULL_PAUSE_MS = 2000;
const HELD_UP_PAUSE_MS = 60_000;

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
              laterMs: error.isForTime ? laterMs(queued) : undefined,
            };
          if (error instanceof WorkspaceFull) return { state: 'again', afterMs: FULL_PAUSE_MS };
          if (error instanceof HeldUp) return { state: 'again', afterMs: HELD_UP_PAUSE_MS };
          throw error;
        }
      },
      reasonOf: (_, error) => reasonOf(kind.kind, error),
      laterMs: (job, error) => (isForTime(error) ? laterMs(job) : undefined),
      onGivenUp: (job, reason) => publish(failedEvent(mediaJobOf(job), reason)),
      onEnded: ({ drive }) => published({ drive } as Pick<Job, 'drive'>),
      onProgress: (job, percent) => announce(mediaJobOf(job), percent),
    }),
  });
}

/** The machine, or a site, may be quicker at another time. */
const LATER_HOURS = [1, 6, 24];

const laterMs = ({ givenUp = 0 }: Pick<QueuedJob, 'givenUp'>): number | undefined => {
  const hours = LATER_HOURS[givenUp];
  return hours === undefined ? undefined : hours * 3600_000;
};

/** Also when workers died: rather by a machine that is too small than by the file, as a child reads that. */
const isForTime = (error: unknown): boolean =>
  error === undefined || (error instanceof TryFailure && error.why === 'tooSlow');

const reasonOf = (kind: DerivativeKind, error: unknown): string =>
  error instanceof TryFailure ? (error.reason ?? reasonsOf(kind)[error.why]) : reasonsOf(kind).failed;

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
