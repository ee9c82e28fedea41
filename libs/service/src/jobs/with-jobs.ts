import type { Provider, Type } from '@nestjs/common';
import type { DriveOwner } from '../drives/drive-owner.js';
import { JOBS, OperatedJobsController } from './operated-jobs.controller.js';
import { JobsWork, type ServiceJobs } from './service-jobs.js';

interface Made {
  controllers: Type[];
  providers: Provider[];
}

/** Jobs begin last, when what they need is there. */
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
