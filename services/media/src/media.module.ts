import { availableParallelism } from 'node:os';
import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { peerEventSource, Refill } from '@skyshelf/event-bus';
import { OWN_EVENTS, OwnEventsController, PAGE_REFILL, RefillController } from '@skyshelf/service';
import type { Outbox } from '@skyshelf/event-store';
import { observedObjectStore } from '@skyshelf/object-store';
import type { Collection } from 'mongodb';
import { JobRunner } from './application/job-runner.js';
import { OperateJobs } from './application/operate-jobs.js';
import { MakeThumbnail } from './application/make-thumbnail.js';
import { WorkOnJob } from './application/work-on-job.js';
import type { Job } from './domain/job.js';
import { InternalController } from './http/internal.controller.js';
import { BackgroundWork } from './infrastructure/background-work.js';
import { jobsOf } from './infrastructure/collections.js';
import { createJobMetrics } from './infrastructure/job-metrics.js';
import { reportJobs } from './infrastructure/jobs-report.js';
import { mendJobs, stuckJobs } from './infrastructure/stuck-jobs.js';
import { JobQueue } from './infrastructure/job-queue.js';
import { createMediaOutbox } from './infrastructure/outbox.js';
import { setUpSharp } from './infrastructure/render-thumbnail.js';
import { mediaDefaults } from './media.config.js';
import { type MediaRuntime } from './media.runtime.js';
import { CatalogReactions } from './reactions/catalog-reactions.js';

@Module({})
export class MediaModule {
  static for(runtime: MediaRuntime): DynamicModule {
    return {
      module: MediaModule,
      controllers: [CatalogReactions, InternalController, OwnEventsController, RefillController],
      providers: providers(runtime),
    };
  }
}

/** Each job keeps one thread of Node's pool busy, which also serves files: with more than four at a time those would wait. */
const MOST_PARALLEL = 4;
const MEBIBYTE = 1024 * 1024;
const POLL_MS = 1000;

/** Everything is made here, by hand and in one place, so that the use cases themselves know nothing of Nest. */
function providers(runtime: MediaRuntime): Provider[] {
  const { bus, db, peers, logger, config = mediaDefaults } = runtime;
  setUpSharp();
  const outbox = createMediaOutbox(runtime);
  const queue = queueOf(runtime, outbox);
  const work = new WorkOnJob(queue, thumbnailsOf(runtime), logger, config.tries);
  const runner = new JobRunner(queue, (job) => work.run(job), logger, {
    kinds: config.roles,
    parallel: config.parallelJobs ?? Math.min(MOST_PARALLEL, availableParallelism()),
    leaseMs: config.leaseSeconds * 1000,
    pollMs: POLL_MS,
    onTried: createJobMetrics(runtime.metrics, queue),
  });
  return [
    { provide: JobQueue, useValue: queue },
    { provide: JobRunner, useValue: runner },
    {
      provide: PAGE_REFILL,
      useValue: new Refill({ bus, consumer: 'media', sourceOf: (name) => peerEventSource(peers, name) }),
    },
    {
      provide: OperateJobs,
      useValue: operateJobsOf(jobsOf(db), queue, runner),
    },
    { provide: OWN_EVENTS, useValue: outbox },
    { provide: BackgroundWork, useValue: new BackgroundWork(runtime, { outbox, queue, runner }) },
  ];
}

const operateJobsOf = (jobs: Collection<Job>, queue: JobQueue, runner: JobRunner): OperateJobs =>
  new OperateJobs(
    (failures) => reportJobs(jobs, failures),
    () => stuckJobs(jobs),
    (ids) => mendJobs(jobs, ids),
    queue,
    runner,
  );

const queueOf = ({ client, db, clock, relayHolder = 'media' }: MediaRuntime, outbox: Outbox): JobQueue =>
  new JobQueue(client, jobsOf(db), outbox, clock, relayHolder);

const thumbnailsOf = ({ peers, objects, metrics, config = mediaDefaults }: MediaRuntime): MakeThumbnail =>
  new MakeThumbnail(peers, observedObjectStore(objects, metrics), config.maxSourceMb * MEBIBYTE);
