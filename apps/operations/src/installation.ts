import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError, type ServiceName } from '@skyshelf/contracts';
import type { Peers } from '@skyshelf/peers';
import { services } from '@skyshelf/services';

/** Services by their internal routes; databases are their own. */
export interface Installation {
  peers: Pick<Peers, 'json' | 'bytes'>;
  now(): Date;
  pause(ms: number): Promise<void>;
}

export interface InstallationDeps {
  /** It calls in process, or by HTTP with the installation's secret. */
  peers: Pick<Peers, 'json' | 'bytes'>;
}

export const createInstallation = ({ peers }: InstallationDeps): Installation => ({
  peers: sayingWhoIsAway(peers),
  now: () => new Date(),
  pause: (ms) => sleep(ms),
});

const sayingWhoIsAway = (peers: Pick<Peers, 'json' | 'bytes'>): Pick<Peers, 'json' | 'bytes'> => ({
  json: <T>(...[service, path, init]: Parameters<Peers['json']>): Promise<T> =>
    named(service, () => peers.json<T>(service, path, init)),
  bytes: (service, path, init) => named(service, () => peers.bytes(service, path, init)),
});

async function named<T>(service: ServiceName, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'service.unavailable')) throw error;
    const why = error.cause instanceof Error ? `: ${error.cause.message}` : '';
    throw new DomainError('service.unavailable', {
      message: `The service ${service} does not answer${why}`,
      cause: error,
    });
  }
}

export {
  consumerNames,
  jobServices,
  publishers,
  streamServices,
  type StreamService,
} from '@skyshelf/services';

export type ConsumerName = ServiceName;

export const sourcesOf = (consumer: ConsumerName): readonly ServiceName[] => services[consumer].consumes;
