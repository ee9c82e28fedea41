import { Body, Controller, Query } from '@nestjs/common';
import { DomainError, jobRetry, jobsMend, type JobsReport, type Problem } from '@skyshelf/contracts';
import { Internal, type InternalContract } from '@skyshelf/http';
import { z } from 'zod';
import { OperateJobs } from '../application/operate-jobs.js';
import { optionalFeatures } from '../infrastructure/optional-features.js';

const contract = <const C extends InternalContract>(given: C): C => given;

const jobs = contract({
  method: 'GET',
  path: '/internal/jobs',
  query: z.strictObject({ failures: z.coerce.number().int().min(0).max(1000).default(20) }),
});
const features = contract({ method: 'GET', path: '/internal/features' });
const retryJob = contract({ method: 'POST', path: '/internal/jobs/retry', body: jobRetry });
const checkJobs = contract({ method: 'GET', path: '/internal/jobs/check' });
const mendJobs = contract({ method: 'POST', path: '/internal/jobs/mend', body: jobsMend });

/** What the other services and the operator's commands ask media. */
@Controller()
export class InternalController {
  constructor(private readonly operateJobs: OperateJobs) {}

  @Internal(jobs)
  jobs(@Query() { failures }: z.infer<typeof jobs.query>): Promise<JobsReport> {
    return this.operateJobs.report(failures);
  }

  /** What works only where a program of the system is installed. */
  @Internal(features)
  async features(): Promise<Record<string, { status: string; hint?: string }>> {
    const found = optionalFeatures.map(async ({ name, check }) => [name, await check()] as const);
    return Object.fromEntries(await Promise.all(found));
  }

  @Internal(retryJob)
  async retryJob(@Body() { id }: z.infer<typeof retryJob.body>): Promise<Record<string, never>> {
    if (await this.operateJobs.tryAgain(id)) return {};
    throw new DomainError('input.invalid', { field: 'id', message: `No job ${id} was given up.` });
  }

  @Internal(checkJobs)
  async checkJobs(): Promise<{ problems: Problem[] }> {
    return { problems: await this.operateJobs.stuck() };
  }

  @Internal(mendJobs)
  async mendJobs(@Body() { ids }: z.infer<typeof mendJobs.body>): Promise<Record<string, never>> {
    await this.operateJobs.mend(ids);
    return {};
  }
}
