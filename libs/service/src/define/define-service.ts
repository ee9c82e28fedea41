import { Module, type DynamicModule, type Provider, type Type } from '@nestjs/common';
import type { ServiceName } from '@skyshelf/contracts';
import { EventBusTransport, peerEventSource, Refill } from '@skyshelf/event-bus';
import { makeMissing, RestoreEpochs, type IndexPlan } from '@skyshelf/event-store';
import { readOnlyObjects, type ObjectStore } from '@skyshelf/object-store';
import { ofEpoch } from '@skyshelf/tokens';
import type { ZodObject } from 'zod';
import { combineOwners, type DriveOwner } from '../drives/drive-owner.js';
import { DriveDataController, DriveData } from '../drives/drive-data.js';
import { streamOwner, type StreamArchive } from '../drives/stream-owner.js';
import {
  CONSUMER,
  ConsumedEventsController,
  OWN_EVENTS,
  OwnEventsController,
  PAGE_REFILL,
  RefillController,
} from '../events/event-controllers.js';
import { jobsCheck, type ServiceJobs, ownerWithJobs, withJobs } from '../jobs/service-jobs.js';
import { databaseCheck, objectsCheck } from '../health/health.js';
import type { ProcessPorts } from '../process/process-ports.js';
import type { HealthCheck, OpenedService, ServiceDefinition } from '../runtime.js';
import { Publisher, type StoreLife } from './publisher.js';
import { databasePlan, createServiceOutbox, publishes } from './database-plan.js';
import type { Recovery } from './recovery.js';
import type { Opened, StatefulRuntime } from './stateful-runtime.js';

/** Outbox, relay, event handlers, health and refills come from the kit. */
export interface ServiceComponents {
  controllers: Type[];
  providers: Provider[];
  /** Services whose drives are streams have it. */
  store?: StoreLife;
  jobs?: ServiceJobs;
  drives?: DriveOwner;
  /** It adds to the archive of a stream what is not in its events. */
  archive?: StreamArchive;
  /** May run in many processes at once. */
  prepare?(): Promise<void>;
  checks?: readonly HealthCheck[];
}

/** Exported by `<name>.module.ts`, constructed there by hand: use cases know nothing of Nest. */
export interface ServiceModule<R extends StatefulRuntime<unknown>> {
  openService(runtime: Opened<R>): ServiceComponents;
}

export type ConfigSchema<C> = ZodObject & { _zod: { output: C } };

export interface ServiceSpec<R extends StatefulRuntime<unknown>> {
  name: ServiceName;
  config: ConfigSchema<NonNullable<R['config']>>;
  consumes: readonly ServiceName[];
  /** Drives that are event streams, to check and rebuild. */
  streams?: boolean;
  jobs?: boolean;
  /** Its runtime then has `objects`. */
  objects?: boolean;
  /** It is served at a public port, too. */
  isPublic?: boolean;
  /** The number of replicas in a cluster. Default: 1. */
  replicas?: number;
  process?: ProcessPorts<R>;
  /** The indexes of its events are not included. */
  indexes?(): Promise<{ indexes: IndexPlan }>;
  recovery?(): Promise<{ recovery: Recovery }>;
  module(): Promise<ServiceModule<R>>;
}

export interface Service<R extends StatefulRuntime<unknown>> extends ServiceDefinition<R>, ServiceSpec<R> {
  publishes: boolean;
}

export interface ServiceFacts extends Omit<
  Service<StatefulRuntime<unknown>>,
  'config' | 'open' | 'module' | 'process'
> {
  config: ZodObject;
  process?: Pick<ProcessPorts<unknown>, 'settings'>;
  module(): Promise<unknown>;
}

export function defineService<R extends StatefulRuntime<unknown>>(spec: ServiceSpec<R>): Service<R> {
  const { name, config } = spec;
  return {
    ...spec,
    publishes: publishes(name),
    open: async (given) => {
      const { openService } = await spec.module();
      const epochs = given.epochs ?? new RestoreEpochs(given.db);
      const runtime: Opened<R> = {
        ...given,
        config: given.config ?? config.parse({}),
        relayHolder: given.relayHolder ?? name,
        epochs,
        tokens: ofEpoch(given.tokens, (claimed) => epochs.atLeast('gateway', claimed)),
        outbox: given.outbox ?? createServiceOutbox(name, given, epochs),
      };
      return assemble(spec, runtime, openService(given.readOnly ? withReadOnlyObjects(runtime) : runtime));
    },
  };
}

/** Makes the objects read-only, whatever a service does. */
const withReadOnlyObjects = <R extends object>(runtime: R & { objects?: ObjectStore }): R =>
  runtime.objects ? { ...runtime, objects: readOnlyObjects(runtime.objects) } : runtime;

type Known = Pick<ServiceSpec<StatefulRuntime<unknown>>, 'name' | 'consumes' | 'indexes'>;

function assemble(
  known: Known,
  runtime: Opened<StatefulRuntime<unknown>> & { objects?: ObjectStore },
  components: ServiceComponents,
): OpenedService {
  const { name, consumes } = known;
  const { bus, db, objects, tokens } = runtime;
  return {
    tokens,
    module: moduleOf(name, withJobs(withEvents(known, runtime, components), components.jobs)),
    prepare: async () => {
      await runtime.epochs.read();
      // Documents first: a new index may need them.
      await components.prepare?.();
      await makeMissing(db, await databasePlan(known));
    },
    transports: consumes.length > 0 ? [new EventBusTransport({ bus, consumer: name, db })] : [],
    checks: [
      databaseCheck(name, db),
      ...(objects ? [objectsCheck(name, objects)] : []),
      ...(components.jobs ? [jobsCheck(name, components.jobs)] : []),
      ...(components.checks ?? []),
    ],
  };
}

function withEvents(
  { name, consumes }: Known,
  runtime: Opened<StatefulRuntime<unknown>>,
  components: ServiceComponents,
): Pick<ServiceComponents, 'controllers' | 'providers'> {
  const { bus, peers, outbox, db } = runtime;
  const { controllers, providers, store } = components;
  const publishing = publishes(name);
  const acting = consumes.length > 0;
  const refill = () =>
    new Refill({ bus, consumer: name, sourceOf: (service) => peerEventSource(peers, service) });
  return {
    controllers: [
      ...controllers,
      DriveDataController,
      ...(publishing ? [OwnEventsController] : []),
      ...(acting ? [RefillController, ConsumedEventsController] : []),
    ],
    // Events flow before the service's own work begins.
    providers: [
      ...(publishing
        ? [
            { provide: Publisher, useValue: new Publisher(name, runtime, store) },
            { provide: OWN_EVENTS, useValue: outbox },
          ]
        : []),
      { provide: DriveData, useValue: driveDataOf(name, runtime, components) },
      ...(acting
        ? [
            { provide: PAGE_REFILL, useFactory: refill },
            { provide: CONSUMER, useValue: { name, db } },
          ]
        : []),
      ...providers,
    ],
  };
}

function driveDataOf(
  service: ServiceName,
  { db, clock }: Opened<StatefulRuntime<unknown>>,
  { store, drives = {}, archive, jobs }: ServiceComponents,
): DriveData {
  const stream = store && streamOwner(db, store, archive);
  return new DriveData({ service, db, clock, owner: combineOwners(stream, ownerWithJobs(drives, jobs)) });
}

/** Several may run in one process. */
function moduleOf(
  name: ServiceName,
  { controllers, providers }: Pick<ServiceComponents, 'controllers' | 'providers'>,
): DynamicModule {
  const module = { [name]: class {} }[name] ?? class {};
  Module({})(module);
  return { module, controllers, providers };
}
