import { billing } from '@skyshelf/billing';
import { catalog } from '@skyshelf/catalog';
import type { ServiceName } from '@skyshelf/contracts';
import { gateway } from '@skyshelf/gateway';
import { media } from '@skyshelf/media';
import { notify } from '@skyshelf/notify';
import type { ServiceFacts } from '@skyshelf/service';
import { storage } from '@skyshelf/storage';

/**
 * All services of the product, once. Settings and their page, the composition of standalone, the plan of a cluster and the operator's commands follow from it.
 * Their code is loaded when they are opened, not here.
 */
export const services = { gateway, catalog, storage, media, billing, notify } as const satisfies Record<
  ServiceName,
  ServiceFacts
>;

/** The same as a list, in the order in which people are told of them. */
export const serviceList: readonly ServiceFacts[] = Object.values(services);

const namesOf = (list: readonly ServiceFacts[]): ServiceName[] => list.map(({ name }) => name);

/** The services whose drives are streams; archives have their events under these names. */
export type StreamService = 'catalog' | 'billing';
export const streamServices = namesOf(
  serviceList.filter(({ streams }) => streams),
) as readonly StreamService[];

/** The services that publish events. */
export const publishers = namesOf(serviceList.filter(({ publishes }) => publishes));

/** The services that have jobs. */
export const jobServices = namesOf(serviceList.filter(({ jobs }) => jobs));

/** The services that act on events. */
export const consumerNames = namesOf(serviceList.filter(({ consumes }) => consumes.length > 0));
