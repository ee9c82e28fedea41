import { setTimeout as pause } from 'node:timers/promises';
import type { Provider } from '@nestjs/common';
import type { Opened, ServiceParts } from '@skyshelf/service';
import { createJobMetrics } from '@skyshelf/jobs';
import { observedObjectStore } from '@skyshelf/object-store';
import type { ConversionDeps } from './application/await-conversion.js';
import { kindsOf, type Kind, type Kinds, type Role } from './application/kind.js';
import { createMakeDerivative } from './application/make-derivative.js';
import { LiveFilms } from './application/live-films.js';
import { OperateJobs } from './application/operate-jobs.js';
import { createReportProgress } from './application/report-progress.js';
import type { ShowPictureDeps } from './application/show-picture.js';
import { createVisitOnce } from './application/visit-once.js';
import { createWorkOnJob } from './application/work-on-job.js';
import { WorkerPool } from './application/worker-pool.js';
import { Workers } from './application/workers.js';
import { CONVERSIONS, ConversionsController } from './http/conversions.controller.js';
import { FEATURES, InternalController } from './http/internal.controller.js';
import { JobsController, OWN_JOBS } from './http/jobs.controller.js';
import { LiveFilmsController } from './http/live-films.controller.js';
import { PicturesController, SHOW_PICTURE } from './http/pictures.controller.js';
import { announceProgress } from './infrastructure/announce-progress.js';
import { BackgroundWork } from './infrastructure/background-work.js';
import { jobsOf, prepareJobs } from './infrastructure/collections.js';
import { createDemandedJobs } from './infrastructure/demanded-jobs.js';
import { mediaOwner } from './infrastructure/drive-owner.js';

import { MongoJobQueue } from './infrastructure/job-queue.js';
import { reportJobs } from './infrastructure/jobs-report.js';
import { featuresOf, isolationCheck } from './infrastructure/optional-features.js';
import { MongoOwnJobs } from './infrastructure/mongo-own-jobs.js';
import { createPeerBlobs } from './infrastructure/peer-blobs.js';
import { createPeerElements } from './infrastructure/peer-elements.js';
import { isLiveAtPeer } from './infrastructure/peer-live-files.js';
import { repairJobs, stuckJobs } from './infrastructure/stuck-jobs.js';
import { toolMemory } from './infrastructure/tools/memory/tool-memory.js';
import { letSessionsStandBack } from './infrastructure/tools/start-child.js';
import { createVisits, pageVisitsOf, prepareVisits } from './infrastructure/visits.js';
import { inWorkspace, makeLiveFolder } from './infrastructure/workspaces.js';
import { enabledKinds } from './kinds/enabled-kinds.js';
import { kinds as allKinds } from './kinds/registry.js';
import type { MediaConfig } from './media.config.js';
import type { MediaRuntime } from './media.runtime.js';
import { CatalogReactions, JOB_ENTRY, KINDS } from './reactions/catalog-reactions.js';

const MEBIBYTE = 1024 * 1024;
const POLL_MS = 1000;
/** A stop must not take longer than 10 s in all. */
const STOP_GRACE_MS = 2000;

/** Everything is made here, by hand and in one place, so that the use cases themselves know nothing of Nest. */
export function openService(runtime: Opened<MediaRuntime>): ServiceParts {
  const { client, db, config } = runtime;
  const kinds = enabledKinds(runtime.kinds ?? allKinds, config);
  const queue = queueOf(runtime);
  letSessionsStandBack(config.standBack);
  toolMemory.setTotal(config.memoryMb);
  return {
    controllers: [
      CatalogReactions,
      ConversionsController,
      InternalController,
      JobsController,
      LiveFilmsController,
      PicturesController,
    ],
    providers: providers(runtime, kinds, queue),
    drives: mediaOwner({ client, jobs: jobsOf(db), visits: pageVisitsOf(db), queue, kinds }),
    prepare: async () => void (await Promise.all([prepareJobs(db), prepareVisits(db)])),
    checks: [...featuresOf(config.roles, kinds), isolationCheck],
  };
}

function providers(runtime: Opened<MediaRuntime>, kinds: Kinds, queue: MongoJobQueue): Provider[] {
  const films = liveFilmsOf(runtime, queue);
  const workers = workersOf(runtime, kinds, queue, films);
  const leaving = new AbortController();
  const conversions = conversionsOf(runtime, kinds, queue, workers, leaving.signal);
  const deps = { queue, workers, films, leaving, kinds: Object.values(kinds) };
  return [
    { provide: KINDS, useValue: kinds },
    { provide: FEATURES, useValue: featuresOf(runtime.config.roles, kinds) },
    { provide: JOB_ENTRY, useValue: queue },
    { provide: OWN_JOBS, useValue: new MongoOwnJobs(jobsOf(runtime.db)) },
    { provide: Workers, useValue: workers },
    { provide: LiveFilms, useValue: films },
    { provide: CONVERSIONS, useValue: conversions },
    { provide: SHOW_PICTURE, useValue: showPictureOf(runtime, conversions) },
    { provide: OperateJobs, useValue: operateJobsOf(runtime, queue, workers) },
    { provide: BackgroundWork, useValue: new BackgroundWork(deps) },
  ];
}

const queueOf = ({ client, db, clock, relayHolder, outbox }: Opened<MediaRuntime>): MongoJobQueue =>
  new MongoJobQueue(client, jobsOf(db), outbox, clock, relayHolder);

const liveFilmsOf = ({ peers, logger }: MediaRuntime, queue: MongoJobQueue): LiveFilms =>
  new LiveFilms({
    makeFolder: makeLiveFolder,
    record: (job, run) => queue.recordLive(job, run),
    isLive: isLiveAtPeer(peers),
    logger,
  });

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

const conversionsOf = (
  { client, db, peers, clock, config }: Opened<MediaRuntime>,
  kinds: Kinds,
  queue: MongoJobQueue,
  workers: Workers,
  leaving: AbortSignal,
): ConversionDeps => ({
  elements: createPeerElements(peers),
  jobs: createDemandedJobs({ client, jobs: jobsOf(db), queue, own: new MongoOwnJobs(jobsOf(db)) }),
  wake: () => workers.wake(),
  pause,
  canMake: (kind) => canMake(kinds[kind], config.roles),
  isStopping: () => leaving.aborted,
  now: () => clock.now(),
  maxVideoBytes: config.maxVideoBytes,
});

const canMake = async (kind: Kind | undefined, roles: readonly Role[]): Promise<boolean> =>
  !kind || !roles.includes(kind.role) || (await kind.tool.check()).status === 'ok';

const showPictureOf = (runtime: Opened<MediaRuntime>, deps: ConversionDeps): ShowPictureDeps => ({
  ...deps,
  enabled: runtime.config.providerPictures,
});

/** A pool for each kind that is this process's to make. */
function workersOf(
  runtime: Opened<MediaRuntime>,
  kinds: Kinds,
  queue: MongoJobQueue,
  films: LiveFilms,
): Workers {
  const { db, clock, peers, objects, metrics, logger, config } = runtime;
  const blobs = createPeerBlobs({ peers, objects: observedObjectStore(objects, metrics) });
  const work = createWorkOnJob({
    queue,
    kindOf: (kind) => asConfigured(kinds[kind], config),
    makeDerivative: createVisitOnce(
      createMakeDerivative({ blobs, inWorkspace, stageOf: (job) => films.stageOf(job) }),
      {
        visits: createVisits(db, clock),
        blobs,
      },
    ),
    logger,
    maxTries: config.tries,
  });
  const own = kindsOf(kinds, config.roles).map((kind) => asConfigured(kind, config));
  const options = {
    leaseMs: config.leaseSeconds * 1000,
    pollMs: POLL_MS,
    graceMs: STOP_GRACE_MS,
    progressOf: createReportProgress({ queue, announce: announceProgress(runtime), logger }),
    onTried: createJobMetrics(metrics, own, queue),
  };
  return new Workers(own.map((kind) => new WorkerPool(queue, work, logger, { ...options, kind })));
}

const asConfigured = (kind: Kind, { parallelJobs, maxSourceMb }: MediaConfig): Kind => ({
  ...kind,
  parallel: parallelJobs ?? kind.parallel,
  maxSourceBytes: maxSourceMb === undefined ? kind.maxSourceBytes : maxSourceMb * MEBIBYTE,
});
