import { createHash } from 'node:crypto';
import { derivativeOf, type JobView, type JobProgressed } from '@skyshelf/contracts';
import type { Job, JobRequest as QueueRequest, MongoJobs } from '@skyshelf/jobs';
import type { EventBus } from '@skyshelf/event-bus';
import type { Clock } from '@skyshelf/tokens';
import { derivation, type JobRequest, type OwnJobs } from '../application/job.js';
import type { DemandedJobs } from '../application/ports.js';
import { mayRetry, userMessage } from '../domain/refusal.js';
import type { JobKindDeps } from '../application/job-kinds.js';

const MOST_LISTED = 200;

/** Format: `<kind>.<elementId>.<blobId>`, or an address's hash. On demand a blob has one job for all its elements. */
export function jobIdOf({
  kind,
  elementId,
  source,
}: Pick<JobRequest, 'kind' | 'elementId' | 'source'>): string {
  const named =
    'blobId' in source ? source.blobId : createHash('sha256').update(source.url).digest('base64url');
  return derivativeOf(kind).onDemand ? `${kind}.${named}` : `${kind}.${elementId}.${named}`;
}

/** A job's group is its element. */
export const queueRequestOf = (request: JobRequest): QueueRequest => {
  const { kind, drive, elementId, actor, trace, delayMs } = request;
  const payload = derivation.parse(request);
  return { key: jobIdOf(request), group: elementId, payload, kind, drive, actor, trace, delayMs };
};

export const createDemandedJobs = (queue: MongoJobs): DemandedJobs => ({
  async demand(request) {
    const id = jobIdOf(request);
    if (!(await queue.find(id))) await queue.enqueue([queueRequestOf(request)]);
    await queue.prioritize(request.drive, [request.elementId]);
    return id;
  },
  standing: (id) => queue.find(id),
  again: async (id) => void (await queue.retry(id, ['dropped', 'done', 'failed'])),
});

export const createOwnJobs = (queue: MongoJobs, wake: () => void): OwnJobs => ({
  async list(drive) {
    const { running, waiting, failed, open } = await queue.ofDrive(drive, MOST_LISTED);
    return { docs: viewsOf([...running, ...waiting, ...failed]), open };
  },
  ofElements: async (drive, elementIds) => viewsOf(await queue.openOf(drive, elementIds)),
  async again(drive, elementIds) {
    const givenUp = (await queue.givenUpOf(drive, elementIds)).filter(isWorthAnother);
    for (const { _id } of givenUp) await queue.retry(_id, ['failed']);
    if (givenUp.length > 0) wake();
  },
  prioritize: (drive, elementIds) => queue.prioritize(drive, elementIds),
});

const isWorthAnother = ({ state, later, reason }: Pick<Job, 'state' | 'later' | 'reason'>): boolean =>
  state === 'failed' && (later !== undefined || mayRetry(reason));

const viewsOf = (jobs: readonly Job[]): JobView[] => jobs.flatMap((job) => viewOf(job) ?? []);

/** Is null for a job that no user needs to see. */
function viewOf(job: Job): JobView | null {
  const { group, kind, state, percent, reason, created, ended } = job;
  if (state === 'done' || state === 'dropped' || group === null) return null;
  return {
    _id: group,
    kind: kind as JobView['kind'],
    state,
    percent: state === 'running' ? (percent ?? null) : null,
    reason: reason && userMessage(reason, kind as JobView['kind']),
    again: isWorthAnother(job),
    date: (ended ?? created).toISOString(),
  };
}

/** Past the outbox: for those who look now. */
export const announceProgress =
  ({ bus, clock }: { bus: Pick<EventBus, 'publish'>; clock: Clock }): JobKindDeps<unknown>['announce'] =>
  async ({ _id, token, drive, elementId, kind }, percent) => {
    const data: JobProgressed = { type: 'media.job.progressed', elementId, kind, percent };
    await bus.publish([
      {
        id: `media:progress:${_id}:${token}:${percent}`,
        source: 'media',
        type: data.type,
        schema: 1,
        drive,
        version: null,
        at: clock.now().toISOString(),
        actor: null,
        trace: null,
        data,
      },
    ]);
  };
