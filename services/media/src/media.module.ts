import { setTimeout as pause } from 'node:timers/promises';
import type { Provider } from '@nestjs/common';
import { openServiceJobs, type Opened, type ServiceJobs, type ServiceComponents } from '@skyshelf/service';
import { observedObjectStore } from '@skyshelf/object-store';
import { JobRunner, type JobKind } from '@skyshelf/jobs';
import type { ClientSession } from 'mongodb';
import type { ConversionDeps } from './application/await-conversion.js';
import { kindsOf, type Kind, type Kinds, type Role } from './application/kind.js';
import { createMakeDerivative } from './application/make-derivative.js';
import { LiveFilms } from './application/live-films.js';
import type { ShowPictureDeps } from './application/show-picture.js';
import { createVisitOnce } from './application/visit-once.js';
import { jobShape } from './application/job.js';
import { createJobKinds, joinMade } from './application/job-kinds.js';
import { CONVERSIONS, ConversionsController, LiveFilmsController } from './http/conversions.controller.js';
import { FEATURES, InternalController, OUTSIDE_PICTURES } from './http/internal.controller.js';
import { JobsController, OWN_JOBS } from './http/jobs.controller.js';
import { PicturesController, SHOW_PICTURE } from './http/pictures.controller.js';
import {
  announceProgress,
  createDemandedJobs,
  createOwnJobs,
  queueRequestOf,
} from './infrastructure/job-queue.js';
import { BackgroundWork } from './infrastructure/background-work.js';
import { mediaOwner } from './infrastructure/drive-owner.js';
import { enabledKinds, featuresOf, isolationCheck } from './infrastructure/optional-features.js';
import { OutsidePictures } from './infrastructure/outside-pictures.js';
import { createPeerBlobs } from './infrastructure/peer-blobs.js';
import { createPeerElements, isLiveAtPeer } from './infrastructure/peer-catalog.js';
import { toolMemory } from './infrastructure/tools/memory/tool-memory.js';
import { setSessionsLowPriority } from './infrastructure/tools/start-child.js';
import { createVisits, pageVisitsOf } from './infrastructure/visits.js';
import { inWorkspace, makeLiveFolder } from './infrastructure/workspaces.js';
import { kinds as allKinds } from './kinds/registry.js';
import type { MediaConfig } from './media.config.js';
import type { MediaRuntime } from './media.runtime.js';
import { CatalogReactions, JOB_ENTRY, KINDS, type JobEnqueuer } from './reactions/catalog-reactions.js';

const MEBIBYTE = 1024 * 1024;

/** Wires the service by hand in one place: use cases know nothing of Nest. */
export function openService(runtime: Opened<MediaRuntime>): ServiceComponents {
  const { db, config } = runtime;
  const kinds = enabledKinds(runtime.kinds ?? allKinds, config);
  const films = liveFilmsOf(runtime, (job, run) => jobs.queue.recordLive(job, run));
  const jobs = openServiceJobs(runtime, {
    kinds: Object.values(kinds),
    worksOn: () => jobKindsOf(runtime, kinds, films),
    leaseMs: config.leaseSeconds * 1000,
    shape: jobShape,
  });
  setSessionsLowPriority(config.standBack);
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
    providers: providers(runtime, kinds, jobs, films),
    jobs,
    drives: mediaOwner({ visits: pageVisitsOf(db), queue: jobs.queue, kinds }),
    checks: [...featuresOf(config.roles, kinds), isolationCheck],
  };
}

function providers(
  runtime: Opened<MediaRuntime>,
  kinds: Kinds,
  { queue, runner }: ServiceJobs,
  films: LiveFilms,
): Provider[] {
  const leaving = new AbortController();
  const conversions = conversionsOf(runtime, kinds, { queue, runner }, leaving.signal);
  const entry: JobEnqueuer = {
    add: (session, requests) => queue.add(session, requests.map(queueRequestOf)),
    forgetGivenUp: (drive, elementIds) => queue.forgetGivenUp(drive, elementIds),
  };
  const work = new BackgroundWork({ runner, films, leaving, kinds: Object.values(kinds) });
  return [
    { provide: KINDS, useValue: kinds },
    { provide: FEATURES, useValue: featuresOf(runtime.config.roles, kinds) },
    { provide: JOB_ENTRY, useValue: entry },
    { provide: OWN_JOBS, useValue: createOwnJobs(queue, () => runner.wake()) },
    { provide: JobRunner, useValue: runner },
    { provide: LiveFilms, useValue: films },
    { provide: CONVERSIONS, useValue: conversions },
    { provide: SHOW_PICTURE, useValue: showPictureOf(runtime, conversions) },
    { provide: BackgroundWork, useValue: work },
    {
      provide: OUTSIDE_PICTURES,
      useValue: new OutsidePictures(runtime.config.providerPictures, runtime.outside),
    },
  ];
}

const liveFilmsOf = (
  { peers, logger }: MediaRuntime,
  record: ConstructorParameters<typeof LiveFilms>[0]['record'],
): LiveFilms => new LiveFilms({ makeFolder: makeLiveFolder, record, isLive: isLiveAtPeer(peers), logger });

const conversionsOf = (
  { peers, clock, config }: Opened<MediaRuntime>,
  kinds: Kinds,
  { queue, runner }: ServiceJobs,
  leaving: AbortSignal,
): ConversionDeps => ({
  elements: createPeerElements(peers),
  jobs: createDemandedJobs(queue),
  wake: () => runner.wake(),
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

function jobKindsOf(runtime: Opened<MediaRuntime>, kinds: Kinds, films: LiveFilms): JobKind<ClientSession>[] {
  const { db, clock, peers, objects, metrics, outbox, config } = runtime;
  const blobs = createPeerBlobs({ peers, objects: observedObjectStore(objects, metrics) });
  const make = createMakeDerivative({ blobs, inWorkspace, stageOf: (job) => films.stageOf(job) });
  const jobKindOf = createJobKinds<ClientSession>({
    makeDerivative: createVisitOnce(make, { visits: createVisits(db, clock), blobs }),
    publish: (session, events) => outbox.appendAll(session, joinMade(events)),
    published: ({ drive }) => outbox.appended(drive),
    announce: announceProgress(runtime),
    tries: config.tries,
  });
  return kindsOf(kinds, config.roles).map((kind) => jobKindOf(asConfigured(kind, config)));
}

const asConfigured = (kind: Kind, { parallelJobs, maxSourceMb }: MediaConfig): Kind => ({
  ...kind,
  parallel: parallelJobs ?? kind.parallel,
  maxSourceBytes: maxSourceMb === undefined ? kind.maxSourceBytes : maxSourceMb * MEBIBYTE,
});
