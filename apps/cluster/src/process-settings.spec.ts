import { loadConfig } from '@skyshelf/config';
import { expect, it } from 'vitest';
import { clusterConfig } from './cluster.config.js';
import { planSlots, portCount } from './process-plan.js';
import { commandOf, type SettingsDeps } from './process-settings.js';

function gatewayEnvironment(
  given: Record<string, string>,
  changes: Partial<SettingsDeps> = {},
): NodeJS.ProcessEnv {
  const ports = Array.from({ length: portCount() }, (_, at) => ({
    listening: 20_000 + at,
    reached: 20_000 + at,
  }));
  const slots = planSlots(ports);
  const config = loadConfig(clusterConfig, { ...given, MONGODB_URI_FILE: '' }, { service: 'test' });
  const backends: SettingsDeps['backends'] = { mongodbUri: '', env: {}, stop: async () => undefined };
  const deps = {
    config,
    given,
    keysFile: 'keys',
    backends,
    local: [],
    providers: [],
    payment: null,
    slots,
    logs: 'logs',
    mails: 'mails',
    companionSocket: 'src.sock',
    ...changes,
  };
  const [gateway] = slots;
  if (gateway?.service !== 'gateway') throw new Error('the first place is not a gateway’s');
  return commandOf(gateway, 1, deps).env;
}

it('tells a gateway of its own balancer, and leaves to the operator what stands in front of that', () => {
  const silent = gatewayEnvironment({ PUBLIC_URL: 'https://shelf.example' });
  expect([silent.SKYSHELF_OWN_PROXIES, silent.TRUSTED_PROXIES]).toEqual(['1', undefined]);
  expect(gatewayEnvironment({ TRUSTED_PROXIES: '2' }).TRUSTED_PROXIES).toBe('2');
});

it('hands secrets in files on, but for those that it sets itself', () => {
  const backends = { mongodbUri: '', env: { MONGODB_URI: 'mongodb://stack' }, stop: async () => undefined };
  const given = { MAIL_URL_FILE: '/secrets/mail', KAFKA_PASSWORD_FILE: '/secrets/kafka' };
  const env = gatewayEnvironment({ ...given, MONGODB_URI_FILE: '/secrets/mongodb' }, { backends });
  expect(env).toMatchObject({ ...given, MONGODB_URI: 'mongodb://stack', MONGODB_URI_FILE: undefined });
});
