import {
  Body,
  Controller,
  Inject,
  type OnModuleDestroy,
  type Provider,
  Query,
  type Type,
} from '@nestjs/common';
import { isInfrastructureError } from '@skyshelf/event-bus';
import {
  createJobMetrics,
  createMongoJobs,
  type JobKind,
  JobRunner,
  type JobShape,
  type MongoJobs,
} from '@skyshelf/jobs';
import type { ClientSession } from 'mongodb';
import { DomainError, internalRoutes, type JobsReport, type Problem } from '@skyshelf/contracts';
import { Internal } from '@skyshelf/http';
import type { z } from 'zod';
import type { Opened, StatefulRuntime } from '../define/stateful-runtime.js';
import type { HealthCheck, OnServiceLeave, OnServiceStart } from '../runtime.js';
import type { DriveOwner } from '../drives/drive-owner.js';

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

class JobsWork implements OnServiceStart, OnServiceLeave, OnModuleDestroy {
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

interface Made {
  controllers: Type[];
  providers: Provider[];
}

/** Last, when what they need is there. */
export const withJobs = ({ controllers, providers }: Made, jobs: ServiceJobs | undefined): Made =>
  jobs
    ? {
        controllers: [...controllers, OperatedJobsController],
        providers: [
          ...providers,
          { provide: JOBS, useValue: jobs },
          { provide: JobsWork, useValue: new JobsWork(jobs.runner) },
        ],
      }
    : { controllers, providers };

/** Jobs are no part of an archive. */
export const ownerWithJobs = (drives: DriveOwner, jobs: ServiceJobs | undefined): DriveOwner =>
  jobs
    ? {
        ...drives,
        forget: async (drive, options) => {
          await jobs.queue.forget(drive);
          await drives.forget?.(drive, options);
        },
      }
    : drives;

const JOBS = Symbol('jobs of the service');

const { jobs, retryJob, cancelJob, checkJobs, repairJobs } = internalRoutes;
type Named = z.infer<typeof retryJob.body>;

@Controller()
class OperatedJobsController {
  constructor(@Inject(JOBS) private readonly jobs: ServiceJobs) {}

  @Internal(jobs)
  report(@Query() { failures }: z.infer<typeof jobs.query>): Promise<JobsReport> {
    return this.jobs.queue.report(failures);
  }

  @Internal(retryJob)
  async retry(@Body() { id }: Named): Promise<Record<string, never>> {
    if (!(await this.jobs.queue.retry(id, ['failed']))) throw noSuchJob(`No job ${id} was given up.`);
    this.jobs.runner.wake();
    return {};
  }

  @Internal(cancelJob)
  async cancel(@Body() { id }: Named): Promise<Record<string, never>> {
    if (!(await this.jobs.queue.cancel(id))) throw noSuchJob(`No job ${id} waits, runs or was given up.`);
    return {};
  }

  @Internal(checkJobs)
  async check(): Promise<{ problems: Problem[] }> {
    return { problems: await this.jobs.queue.stuck() };
  }

  @Internal(repairJobs)
  async repair(@Body() { ids }: z.infer<typeof repairJobs.body>): Promise<Record<string, never>> {
    await this.jobs.queue.repair(ids);
    this.jobs.runner.wake();
    return {};
  }
}

const noSuchJob = (message: string): DomainError =>
  new DomainError('input.invalid', { field: 'id', message });
