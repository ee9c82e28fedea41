import type { ServiceName } from '@skyshelf/contracts';
import { services } from '@skyshelf/services';

export {
  consumerNames,
  jobServices,
  publishers,
  streamServices,
  type StreamService,
} from '@skyshelf/services';

export type ConsumerName = ServiceName;

export const sourcesOf = (consumer: ConsumerName): readonly ServiceName[] => services[consumer].consumes;
