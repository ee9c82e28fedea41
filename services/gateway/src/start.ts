import { ConfigError, setting, type Environment } from '@skyshelf/config';
import { kafkaConfig, openEventBus } from '@skyshelf/event-bus';
import { peerAddresses } from '@skyshelf/peers';
import { kafkaChecks, startAlone } from '@skyshelf/service';
import { createTokenVerifier, publicHalves } from '@skyshelf/tokens';
import { objectStoreSettings } from '@skyshelf/object-store/config';
import { z } from 'zod';
import { gatewayConfig } from './gateway.config.js';
import { gateway } from './gateway.service.js';
import { featuresOfMedia } from './infrastructure/features-of-media.js';
import { httpHandOver } from './infrastructure/hand-over/over-http.js';

/** What only a process of its own needs to be told. */
export const gatewayAloneConfig = gatewayConfig.extend({
  ...kafkaConfig.shape,
  // Where the page may send parts of large files to.
  s3Endpoint: objectStoreSettings.s3Endpoint,
  s3PublicEndpoint: objectStoreSettings.s3PublicEndpoint,
  webRoot: setting('WEB_ROOT', z.string().min(1).optional(), { doc: 'The folder with the web build.' }),
});

/** Runs the gateway as a process of its own. */
export const startGateway = (env: Environment = process.env) =>
  startAlone(gateway, {
    env,
    settings: gatewayAloneConfig,
    widen: (base, { s3Endpoint, s3PublicEndpoint = s3Endpoint, webRoot = null, ...config }, onStop) => {
      const { logger, clock } = base;
      const tokenKeys = () => base.keys().tokenKeys;
      const { replica, peers } = base.process;
      const publicUrl = placeOf(base.process.publicUrl);
      const bus = openEventBus(base, config, { service: 'gateway', replica });
      onStop(() => bus.close());
      const { handOver, close } = httpHandOver({ addresses: peerAddresses(peers), logger });
      onStop(close);
      return {
        ...base,
        bus,
        config,
        handOver,
        webRoot,
        tokenKeys,
        publicUrl,
        partsOrigin: s3PublicEndpoint && new URL(s3PublicEndpoint).origin,
        tokens: createTokenVerifier({ keys: () => publicHalves(tokenKeys()), clock }),
        relayHolder: replica,
        otherChecks: [...kafkaChecks(config.kafkaBrokers), featuresOfMedia(base)],
      };
    },
  });

/** Without a final slash. @throws ConfigError when it is not given: sign-ins lead back there */
function placeOf(publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl.replace(/\/$/, '');
  throw new ConfigError('gateway', [
    'PUBLIC_URL: given nothing, allowed is a URL. Where people reach the product.',
  ]);
}
