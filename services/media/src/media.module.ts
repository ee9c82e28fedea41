import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { peerEventSource, Refill } from '@skyshelf/event-bus';
import type { Outbox } from '@skyshelf/event-store';
import { OWN_EVENTS, OwnEventsController, PAGE_REFILL, RefillController } from '@skyshelf/service';
import { observedObjectStore } from '@skyshelf/object-store';
import type { Kind } from './application/kind.js';
import { createMakeDerivative } from './application/make-derivative.js';
import { OperateJobs } from './application/operate-jobs.js';
import { createWorkOnJob } from './application/work-on-job.js';
import { WorkerPool } from './application/worker-pool.js';
import { Workers } from './application/workers.js';
import { InternalController } from './http/internal.controller.js';
import { BackgroundWork } from './infrastructure/background-work.js';
import { jobsOf } from './infrastructure/collections.js';
import { createJobMetrics } from './infrastructure/job-metrics.js';
import { MongoJobQueue } from './infrastructure/job-queue.js';
import { reportJobs } from './infrastructure/jobs-report.js';
import { createMediaOutbox } from './infrastructure/outbox.js';
import { createPeerBlobs } from './infrastructure/peer-blobs.js';
import { mendJobs, stuckJobs } from './infrastructure/stuck-jobs.js';
import { inWorkspace } from './infrastructure/workspaces.js';
import { kinds as allKinds } from './kinds/registry.js';
import { mediaDefaults, type MediaConfig } from './media.config.js';
import { type MediaRuntime } from './media.runtime.js';
import { CatalogReactions, KINDS } from './reactions/catalog-reactions.js';

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

const MEBIBYTE = 1024 * 1024;
const POLL_MS = 1000;
/** A stop must not take longer than 10 s in all. */
const STOP_GRACE_MS = 2000;

/** Everything is made here, by hand and in one place, so that the use cases themselves know nothing of Nest. */
function providers(runtime: MediaRuntime): Provider[] {
  const { bus, peers, kinds = allKinds } = runtime;
  const outbox = createMediaOutbox(runtime);
  const queue = queueOf(runtime, outbox);
  const workers = workersOf(runtime, queue);
  const deps = { outbox, queue, workers, kinds: Object.values(kinds) };
  return [
    { provide: KINDS, useValue: kinds },
    { provide: MongoJobQueue, useValue: queue },
    { provide: Workers, useValue: workers },
    {
      provide: PAGE_REFILL,
      useValue: new Refill({ bus, consumer: 'media', sourceOf: (name) => peerEventSource(peers, name) }),
    },
    { provide: OperateJobs, useValue: operateJobsOf(runtime, queue, workers) },
    { provide: OWN_EVENTS, useValue: outbox },
    { provide: BackgroundWork, useValue: new BackgroundWork(runtime, deps) },
  ];
}

const queueOf = ({ client, db, clock, relayHolder = 'media' }: MediaRuntime, outbox: Outbox): MongoJobQueue =>
  new MongoJobQueue(client, jobsOf(db), outbox, clock, relayHolder);

function operateJobsOf({ db }: MediaRuntime, queue: MongoJobQueue, workers: Workers): OperateJobs {
  const jobs = jobsOf(db);
  const overview = {
    report: (failures: number) => reportJobs(jobs, failures),
    stuck: () => stuckJobs(jobs),
    mend: (ids: readonly string[]) => mendJobs(jobs, ids),
    tryAgain: (id: string) => queue.tryAgain(id),
  };
  return new OperateJobs(overview, workers);
}

/** A pool for each kind that is this process's to make. */
function workersOf(runtime: MediaRuntime, queue: MongoJobQueue): Workers {
  const { peers, objects, metrics, logger, kinds = allKinds, config = mediaDefaults } = runtime;
  const blobs = createPeerBlobs({ peers, objects: observedObjectStore(objects, metrics) });
  const work = createWorkOnJob({
    queue,
    kindOf: (kind) => asConfigured(kinds[kind], config),
    makeDerivative: createMakeDerivative({ blobs, inWorkspace }),
    logger,
    maxTries: config.tries,
  });
  const options = {
    leaseMs: config.leaseSeconds * 1000,
    pollMs: POLL_MS,
    graceMs: STOP_GRACE_MS,
    onTried: createJobMetrics(metrics, config.roles, queue),
  };
  return new Workers(
    config.roles.map((role) => {
      const kind = asConfigured(kinds[role], config);
      return new WorkerPool(queue, work, logger, { ...options, kind });
    }),
  );
}

const asConfigured = (kind: Kind, { parallelJobs, maxSourceMb }: MediaConfig): Kind => ({
  ...kind,
  parallel: parallelJobs ?? kind.parallel,
  maxSourceBytes: maxSourceMb === undefined ? kind.maxSourceBytes : maxSourceMb * MEBIBYTE,
});
