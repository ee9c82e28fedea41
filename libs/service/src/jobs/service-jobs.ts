import type { OnModuleDestroy } from '@nestjs/common';
import { isInfrastructureError } from '@skyshelf/event-bus';
import {
  createJobMetrics,
  createMongoJobs,
  JobRunner,
  type JobKind,
  type JobShape,
  type MongoJobs,
} from '@skyshelf/jobs';
import type { ClientSession } from 'mongodb';
import type { Opened, StatefulRuntime } from '../define/stateful-runtime.js';
import type { HealthCheck, OnServiceLeave, OnServiceStart } from '../runtime.js';

export interface ServiceJobs {
  queue: MongoJobs;
  runner: JobRunner<ClientSession>;
}

export interface ServiceJobsOptions {
  kinds: readonly (Pick<JobKind<ClientSession>, 'kind' | 'keptMs'> & { role?: string })[];
  worksOn(queue: MongoJobs): readonly JobKind<ClientSession>[];
  /** A silent worker's job goes to another after this, milliseconds. */
  leaseMs?: number;
  shape?: JobShape;
}

const LEASE_MS = 60_000;
/** For other processes' jobs, ended pauses, silent workers. */
const POLL_MS = 1000;
/** A stop must not take longer than 10 s in all. */
const STOP_GRACE_MS = 2000;

/** Given as `ServiceComponents.jobs`. */
export function openServiceJobs(
  { client, db, clock, metrics, logger, relayHolder }: Opened<StatefulRuntime<unknown>>,
  { kinds, worksOn, leaseMs = LEASE_MS, shape }: ServiceJobsOptions,
): ServiceJobs {
  const queue = createMongoJobs({ client, db, clock, worker: relayHolder, kinds, shape });
  const own = worksOn(queue);
  const runner = new JobRunner({
    queue,
    kinds: own,
    logger,
    leaseMs,
    pollMs: POLL_MS,
    graceMs: STOP_GRACE_MS,
    isOutage: isInfrastructureError,
    onTried: createJobMetrics(metrics, kinds, queue, clock),
  });
  return { queue, runner };
}

export class JobsWork implements OnServiceStart, OnServiceLeave, OnModuleDestroy {
  constructor(private readonly runner: JobRunner<ClientSession>) {}

  onServiceStart(): Promise<void> {
    return this.runner.start();
  }

  onServiceLeave(withinMs: number): Promise<void> {
    return this.runner.stop(withinMs);
  }

  onModuleDestroy(): Promise<void> {
    return this.runner.stop();
  }
}

const MOST_NAMED = 3;

export const jobsCheck = (service: string, { queue }: ServiceJobs): HealthCheck => ({
  name: `${service}.jobs`,
  check: async () => {
    const stuck = await queue.stuck();
    if (stuck.length === 0) return { status: 'ok' };
    const named = stuck.slice(0, MOST_NAMED).map(({ message }) => message);
    return { status: 'degraded', hint: `${named.join(' ')} See npm run skyshelf -- jobs, and fsck.` };
  },
});
