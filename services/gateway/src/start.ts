import { httpUrl, setting, type Environment } from '@skyshelf/config';
import { kafkaConfig, openEventBus } from '@skyshelf/event-bus';
import { createTokenVerifier, kafkaChecks, peerAddresses, startAlone } from '@skyshelf/http';
import type { JWK } from 'jose';
import { z } from 'zod';
import { gatewayConfig } from './gateway.config.js';
import { gateway } from './gateway.service.js';
import { featuresOfMedia } from './infrastructure/features-of-media.js';
import { httpHandOver } from './infrastructure/hand-over/over-http.js';
import { jsonText } from './json-text.js';

const privateKeys = z
  .array(z.looseObject({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), d: z.string(), kid: z.string() }))
  .min(1);

/** What only a process of its own needs to be told. */
export const gatewayAloneConfig = gatewayConfig.extend({
  ...kafkaConfig.shape,
  publicUrl: setting('PUBLIC_URL', httpUrl(), { doc: 'Where people reach the product.' }),
  signingKeys: setting('SIGNING_KEYS', jsonText().pipe(privateKeys), {
    doc: 'What tokens are signed with: the first key signs, the others are older and still honoured.',
    secret: true,
    allowed: 'a JSON list of private Ed25519 keys as JWK, each with a `kid`',
  }),
  s3Endpoint: setting('S3_ENDPOINT', httpUrl().optional(), {
    doc: 'The S3 store, where there is one: the page may send parts of large files to it.',
  }),
  s3PublicEndpoint: setting('S3_PUBLIC_ENDPOINT', httpUrl().optional(), {
    doc: 'Where browsers reach the S3 store: the page may send parts of large files there.',
    standard: 'as `S3_ENDPOINT`',
  }),
  webRoot: setting('WEB_ROOT', z.string().min(1).optional(), { doc: 'The folder with the web build.' }),
});

/** Runs the gateway as a process of its own. */
export const startGateway = (env: Environment = process.env) =>
  startAlone(gateway, {
    env,
    settings: gatewayAloneConfig,
    widen: (
      base,
      { publicUrl, s3Endpoint, s3PublicEndpoint = s3Endpoint, signingKeys, webRoot = null, ...config },
      onStop,
    ) => {
      const { logger, clock } = base;
      const { replica, peers } = base.process;
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
        signingKeys,
        publicUrl: publicUrl.replace(/\/$/, ''),
        partsOrigin: s3PublicEndpoint && new URL(s3PublicEndpoint).origin,
        tokens: createTokenVerifier({ keys: () => signingKeys.map(publicHalf), clock }),
        relayHolder: replica,
        otherChecks: [...kafkaChecks(config.kafkaBrokers), featuresOfMedia(base)],
      };
    },
  });

const publicHalf = ({ d: _, ...rest }: JWK): JWK => rest;
