import { Body, Controller, Inject } from '@nestjs/common';
import { routes } from '@skyshelf/contracts';
import { CurrentUser, Route, type AnswerOf, type BodyOf } from '@skyshelf/http';
import type { Caller } from '@skyshelf/tokens';
import { prioritizeJobs, retryJobs, type OwnJobs } from '../application/job.js';

export const OWN_JOBS = Symbol('own jobs');

@Controller()
export class JobsController {
  constructor(@Inject(OWN_JOBS) private readonly jobs: OwnJobs) {}

  @Route(routes.listJobs)
  list(@CurrentUser() { drive }: Caller): Promise<AnswerOf<typeof routes.listJobs>> {
    return this.jobs.list(drive);
  }

  @Route(routes.prioritizeJobs)
  async prioritize(
    @CurrentUser() { drive }: Caller,
    @Body() { arr }: BodyOf<typeof routes.prioritizeJobs>,
  ): Promise<AnswerOf<typeof routes.prioritizeJobs>> {
    return { docs: await prioritizeJobs(this.jobs, drive, arr) };
  }

  @Route(routes.retryJobs)
  async retry(
    @CurrentUser() { drive }: Caller,
    @Body() { arr }: BodyOf<typeof routes.retryJobs>,
  ): Promise<AnswerOf<typeof routes.retryJobs>> {
    return { docs: await retryJobs(this.jobs, drive, arr) };
  }
}
