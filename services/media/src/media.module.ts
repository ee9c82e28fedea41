import type { Provider } from '@nestjs/common';
import type { Opened, ServiceParts } from '@skyshelf/service';
import { observedObjectStore } from '@skyshelf/object-store';
import type { Kind, Kinds } from './application/kind.js';
import { createMakeDerivative } from './application/make-derivative.js';
import { OperateJobs } from './application/operate-jobs.js';
import { createWorkOnJob } from './application/work-on-job.js';
import { WorkerPool } from './application/worker-pool.js';
import { Workers } from './application/workers.js';
import { InternalController } from './http/internal.controller.js';
import { BackgroundWork } from './infrastructure/background-work.js';
import { jobsOf, prepareJobs } from './infrastructure/collections.js';
import { mediaOwner } from './infrastructure/drive-owner.js';
import { createJobMetrics } from './infrastructure/job-metrics.js';
import { MongoJobQueue } from './infrastructure/job-queue.js';
import { reportJobs } from './infrastructure/jobs-report.js';
import { isolationCheck, optionalFeatures } from './infrastructure/optional-features.js';
import { createPeerBlobs } from './infrastructure/peer-blobs.js';
import { repairJobs, stuckJobs } from './infrastructure/stuck-jobs.js';
import { inWorkspace } from './infrastructure/workspaces.js';
import { kinds as allKinds } from './kinds/registry.js';
import type { MediaConfig } from './media.config.js';
import type { MediaRuntime } from './media.runtime.js';
import { CatalogReactions, KINDS } from './reactions/catalog-reactions.js';

const MEBIBYTE = 1024 * 1024;
const POLL_MS = 1000;
/** A stop must not take longer than 10 s in all. */
const STOP_GRACE_MS = 2000;

/** Everything is made here, by hand and in one place, so that the use cases themselves know nothing of Nest. */
export function openService(runtime: Opened<MediaRuntime>): ServiceParts {
  const { client, db, kinds = allKinds } = runtime;
  const queue = queueOf(runtime);
  return {
    controllers: [CatalogReactions, InternalController],
    providers: providers(runtime, kinds, queue),
    drives: mediaOwner({ client, jobs: jobsOf(db), queue, kinds }),
    prepare: () => prepareJobs(db),
    checks: [...optionalFeatures, isolationCheck],
  };
}

function providers(runtime: Opened<MediaRuntime>, kinds: Kinds, queue: MongoJobQueue): Provider[] {
  const workers = workersOf(runtime, queue);
  const deps = { queue, workers, kinds: Object.values(kinds) };
  return [
    { provide: KINDS, useValue: kinds },
    { provide: MongoJobQueue, useValue: queue },
    { provide: Workers, useValue: workers },
    { provide: OperateJobs, useValue: operateJobsOf(runtime, queue, workers) },
    { provide: BackgroundWork, useValue: new BackgroundWork(deps) },
  ];
}

const queueOf = ({ client, db, clock, relayHolder, outbox }: Opened<MediaRuntime>): MongoJobQueue =>
  new MongoJobQueue(client, jobsOf(db), outbox, clock, relayHolder);

function operateJobsOf({ db }: MediaRuntime, queue: MongoJobQueue, workers: Workers): OperateJobs {
  const jobs = jobsOf(db);
  const overview = {
    report: (failures: number) => reportJobs(jobs, failures),
    stuck: () => stuckJobs(jobs),
    repair: (ids: readonly string[]) => repairJobs(jobs, ids),
    tryAgain: (id: string) => queue.tryAgain(id),
  };
  return new OperateJobs(overview, workers);
}

/** A pool for each kind that is this process's to make. */
function workersOf(runtime: Opened<MediaRuntime>, queue: MongoJobQueue): Workers {
  const { peers, objects, metrics, logger, kinds = allKinds, config } = runtime;
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
