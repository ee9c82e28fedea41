import { Body, Controller, Inject, Query } from '@nestjs/common';
import { DomainError, internalRoutes, mediaCalls, type JobsReport, type Problem } from '@skyshelf/contracts';
import { Internal } from '@skyshelf/http';
import type { HealthCheck } from '@skyshelf/service';
import type { z } from 'zod';
import { OperateJobs } from '../application/operate-jobs.js';

/** What works only where a program of the system is installed. */
export const FEATURES = Symbol('optional features');

/** What the other services and the operator's commands ask media. */
@Controller()
export class InternalController {
  constructor(
    private readonly operateJobs: OperateJobs,
    @Inject(FEATURES) private readonly optionalFeatures: readonly HealthCheck[],
  ) {}

  @Internal(mediaCalls.jobs)
  jobs(@Query() { failures }: z.infer<typeof mediaCalls.jobs.query>): Promise<JobsReport> {
    return this.operateJobs.report(failures);
  }

  @Internal(internalRoutes.features)
  async features(): Promise<Record<string, { status: string; hint?: string }>> {
    const found = this.optionalFeatures.map(async ({ name, check }) => [name, await check()] as const);
    return Object.fromEntries(await Promise.all(found));
  }

  @Internal(mediaCalls.retryJob)
  async retryJob(@Body() { id }: z.infer<typeof mediaCalls.retryJob.body>): Promise<Record<string, never>> {
    if (await this.operateJobs.tryAgain(id)) return {};
    throw new DomainError('input.invalid', { field: 'id', message: `No job ${id} was given up.` });
  }

  @Internal(mediaCalls.checkJobs)
  async checkJobs(): Promise<{ problems: Problem[] }> {
    return { problems: await this.operateJobs.stuck() };
  }

  @Internal(mediaCalls.repairJobs)
  async repairJobs(
    @Body() { ids }: z.infer<typeof mediaCalls.repairJobs.body>,
  ): Promise<Record<string, never>> {
    await this.operateJobs.repair(ids);
    return {};
  }
}
