import { billing } from '@skyshelf/billing';
import { catalog } from '@skyshelf/catalog';
import type { ServiceName } from '@skyshelf/contracts';
import { gateway } from '@skyshelf/gateway';
import { media } from '@skyshelf/media';
import { notify } from '@skyshelf/notify';
import type { ServiceFacts } from '@skyshelf/service';
import { storage } from '@skyshelf/storage';

/**
 * Settings and their page, standalone, cluster and the operator's commands follow from it. Code is loaded
 * when a service is opened.
 */
export const services = { gateway, catalog, storage, media, billing, notify } as const satisfies Record<
  ServiceName,
  ServiceFacts
>;

/** Order: as displayed. */
export const serviceList: readonly ServiceFacts[] = Object.values(services);

const namesOf = (list: readonly ServiceFacts[]): ServiceName[] => list.map(({ name }) => name);

/** Drives are streams; archives use these names. */
export type StreamService = 'catalog' | 'billing';
export const streamServices = namesOf(
  serviceList.filter(({ streams }) => streams),
) as readonly StreamService[];

export const publishers = namesOf(serviceList.filter(({ publishes }) => publishes));

export const jobServices = namesOf(serviceList.filter(({ jobs }) => jobs));

export const consumerNames = namesOf(serviceList.filter(({ consumes }) => consumes.length > 0));
