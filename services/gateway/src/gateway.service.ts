import { definePorts, defineService } from '@skyshelf/service';
import { ConfigError, setting, wholeNumber } from '@skyshelf/config';
import { holderAddresses, peerAddresses } from '@skyshelf/peers';
import { createTokenVerifier, publicHalves } from '@skyshelf/tokens';
import { objectStoreSettings } from '@skyshelf/object-store/config';
import { z } from 'zod';
import { gatewayConfig } from './gateway.config.js';
import type { GatewayRuntime } from './gateway.runtime.js';
import { eachFeatureOf, featuresOf } from './infrastructure/health-checks.js';
import { httpHandOver } from './infrastructure/hand-over/over-http.js';

const gatewayProcessConfig = z.object({
  // The page sends parts of large files there.
  s3Endpoint: objectStoreSettings.s3Endpoint,
  s3PublicEndpoint: objectStoreSettings.s3PublicEndpoint,
  ownProxies: setting('SKYSHELF_OWN_PROXIES', wholeNumber(0, 1).default(0), {
    doc: 'The number of proxies that the installation itself puts in front of every gateway, in addition to TRUSTED_PROXIES: 1 behind the balancer of `npm run cluster`.',
  }),
  companion: setting(
    'SKYSHELF_COMPANION',
    z
      .string()
      .regex(/^((dns\+)?http:\/\/[^\s|/]+:\d+|unix:\/.+)$/)
      .optional(),
    {
      doc: 'The address of the Companion process, which imports files from other sources. Without it there are no such sources.',
      allowed: '`http://host:port`, `dns+http://name:port` or `unix:/path/of/socket`',
    },
  ),
  webRoot: setting('WEB_ROOT', z.string().min(1).optional(), { doc: 'The folder with the web build.' }),
});

/** It opens its keys, the other services and the page. */
const gatewayPorts = definePorts<GatewayRuntime, typeof gatewayProcessConfig>(
  gatewayProcessConfig,
  (base, { s3Endpoint, s3PublicEndpoint = s3Endpoint, ownProxies, webRoot = null, companion }, onStop) => {
    const { logger, clock } = base;
    const tokenKeys = () => base.keys().tokenKeys;
    const { peers } = base.process;
    const addresses = peerAddresses(peers);
    const holders = holderAddresses(peers);
    const { handOver, close } = httpHandOver({ addresses, holders, logger });
    onStop(close);
    return {
      handOver,
      ownProxies,
      webRoot,
      companion,
      tokenKeys,
      publicUrl: placeOf(base.process.publicUrl),
      partsOrigin: s3PublicEndpoint && new URL(s3PublicEndpoint).origin,
      tokens: createTokenVerifier({ keys: () => publicHalves(tokenKeys()), clock }),
      otherChecks: [
        featuresOf(base, {
          service: 'media',
          name: 'video',
          away: 'Media does not answer: thumbnails wait.',
        }),
        featuresOf(base, { service: 'catalog', name: 'links', away: 'Catalog does not answer.' }),
        ...eachFeatureOf(base, {
          service: 'notify',
          names: ['mail', 'news', 'weather'],
          away: 'Notify does not answer.',
        }),
      ],
    };
  },
);

/** @throws ConfigError when missing: sign-ins lead back there */
function placeOf(publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl.replace(/\/$/, '');
  throw new ConfigError('gateway', [
    'PUBLIC_URL: given nothing, allowed is a URL. Where people reach the product.',
  ]);
}

export const gateway = defineService<GatewayRuntime>({
  name: 'gateway',
  config: gatewayConfig,
  consumes: [],
  jobs: true,
  isPublic: true,
  process: gatewayPorts,
  replicas: 2,
  indexes: () => import('./infrastructure/indexes.js'),
  recovery: () => import('./infrastructure/delete-again.js'),
  module: () => import('./gateway.module.js'),
});
