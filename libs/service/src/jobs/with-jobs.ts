import { type Provider, type Type, Body, Controller, Inject, Query } from '@nestjs/common';
import { DomainError, internalRoutes, type JobsReport, type Problem } from '@skyshelf/contracts';
import { Internal } from '@skyshelf/http';
import type { z } from 'zod';
import type { DriveOwner } from '../drives/drive-owner.js';
import { JobsWork, type ServiceJobs } from './service-jobs.js';

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

export const JOBS = Symbol('jobs of the service');

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
    if (!(await this.jobs.queue.openAgain(id, ['failed']))) throw noSuchJob(`No job ${id} was given up.`);
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
