import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ServiceName } from '@skyshelf/contracts';
import { publicUrlOf } from '@skyshelf/data-folder';
import type { EventBus } from '@skyshelf/event-bus';
import { inProcessHandOver } from '@skyshelf/gateway';
import {
  createService,
  type CreatedService,
  type Service,
  type ServiceOptions,
  type StatefulRuntime,
} from '@skyshelf/service';
import { optionalFeatures } from '@skyshelf/media';
import { services } from '@skyshelf/services';
import { createTokenVerifier, publicHalves } from '@skyshelf/tokens';
import type { FindService, Parts } from './parts.js';
import { sharedRuntime } from './shared-runtime.js';

export type Services = Record<ServiceName, CreatedService>;

/** The page as `npm run build -w @skyshelf/web` leaves it. */
const webBuild = resolve(import.meta.dirname, '../../../web/dist');

/** Makes the six services in this process, each seeing the others. They neither listen nor work yet. */
export async function makeServices(
  parts: Parts,
  bus: EventBus,
  gatewayOptions: ServiceOptions,
): Promise<Services> {
  const made: Partial<Services> = {};
  const find: FindService = (name) => {
    const service = made[name];
    if (!service) throw new Error(`${name} is not made yet`);
    return service;
  };
  const make = async <R extends StatefulRuntime<unknown>>(
    service: Service<R>,
    runtime: R,
    options?: ServiceOptions,
  ) => (made[service.name] = await createService(service, runtime, options));
  const { configs, objects, databaseFolder } = parts;
  const { gateway, catalog, storage, media, billing, notify } = services;
  const base = sharedRuntime(parts, bus, find);
  await Promise.all([
    make(catalog, { ...base('catalog'), config: configs.catalog }),
    make(storage, { ...base('storage'), objects, databaseFolder, config: configs.storage }),
    make(media, { ...base('media'), objects, config: configs.media }),
    make(billing, { ...base('billing'), config: configs.billing }),
    make(notify, { ...base('notify'), config: configs.notify }),
    make(gateway, { ...base('gateway'), ...gatewayParts(parts, find) }, gatewayOptions),
  ]);
  return {
    catalog: find('catalog'),
    storage: find('storage'),
    media: find('media'),
    billing: find('billing'),
    notify: find('notify'),
    gateway: find('gateway'),
  };
}

function gatewayParts({ config, configs, keys, signIn }: Parts, find: FindService) {
  return {
    handOver: inProcessHandOver(find),
    webRoot: existsSync(webBuild) ? webBuild : null,
    publicUrl: publicUrlOf(config),
    providers: signIn.local,
    tokenKeys: () => keys().tokenKeys,
    tokens: createTokenVerifier({ keys: () => publicHalves(keys().tokenKeys) }),
    config: configs.gateway,
    otherChecks: optionalFeatures,
  };
}
