import type { ServiceName } from '@skyshelf/contracts';
import { services } from '@skyshelf/services';

export {
  consumerNames,
  jobServices,
  publishers,
  streamServices,
  type StreamService,
} from '@skyshelf/services';

/** A service that acts on events. */
export type ConsumerName = ServiceName;

/** Whose events a service acts on. */
export const sourcesOf = (consumer: ConsumerName): readonly ServiceName[] => services[consumer].consumes;
