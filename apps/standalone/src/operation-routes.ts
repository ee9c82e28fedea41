import type { OpsRoutes } from '@skyshelf/data-folder';
import { createPeers, inProcessLink } from '@skyshelf/peers';
import { createInstallation, operatorRoutes, type Installation } from '@skyshelf/operations';
import { processMetrics } from '@skyshelf/telemetry';
import type { CurrentKeys } from '@skyshelf/tokens';
import type { Composition } from './compose.js';

export function installationOf(
  { services }: Pick<Composition, 'services'>,
  { keys }: { keys: CurrentKeys },
): Installation {
  const peers = createPeers({
    internalKeys: () => keys().internalKeys,
    linkTo: (service) => inProcessLink(() => services[service]),
  });
  return createInstallation({ peers });
}

export function operationRoutes(composition: Composition, parts: { keys: CurrentKeys }): OpsRoutes {
  const { services, routes } = composition;
  return {
    ...operatorRoutes(installationOf(composition, parts)),
    'GET /metrics': () => processMetrics.text(),
    'GET /health': async () =>
      Object.fromEntries(
        await Promise.all(Object.values(services).map(async (one) => [one.name, await one.health()])),
      ),
    'GET /operations/routes': async () => routes,
  };
}
