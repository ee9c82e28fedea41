import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  ConfigError,
  httpUrl,
  list,
  loadConfig,
  loadConfigs,
  mongodbUri,
  onOff,
  port,
  secret,
  setting,
  wholeNumber,
} from './index.js';

const schema = z.object({
  port: setting('PORT', port().default(8080), { doc: 'Where it listens.' }),
  level: setting('LOG_LEVEL', z.enum(['debug', 'info']).default('info'), { doc: 'How much is logged.' }),
  key: setting('INTERNAL_SECRET', secret(), { doc: 'Shared by the services.', secret: true }),
  peer: setting('PEER_URL', httpUrl().optional(), { doc: 'Where the peer is.' }),
  ads: setting('ADS', onOff().default(false), { doc: 'Shows ads.' }),
  hosts: setting('HOSTS', list().default([]), { doc: 'Trusted hosts.' }),
  workers: setting('WORKERS', wholeNumber(1, 64).default(2), { doc: 'Parallel jobs.' }),
});
const key = 'k'.repeat(32);
const load = (env: Record<string, string>) => loadConfig(schema, env, { service: 'billing' });
const refusal = (env: Record<string, string>): string => {
  try {
    load(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('the configuration was accepted');
};

describe('reading the settings of a service', () => {
  it('takes what is given and the default for the rest', () => {
    expect(load({ PORT: '0', INTERNAL_SECRET: key, ADS: 'true', HOSTS: 'a, b,' })).toEqual({
      port: 0,
      level: 'info',
      key,
      ads: true,
      hosts: ['a', 'b'],
      workers: 2,
    });
  });

  it('takes an empty variable as not given', () => {
    expect(load({ PORT: '', INTERNAL_SECRET: key }).port).toBe(8080);
  });

  it('names the variable, what was given and what is allowed', () => {
    expect(refusal({ PORT: 'http', INTERNAL_SECRET: key })).toBe(
      'billing cannot start: a setting is wrong.\n  PORT: given "http", allowed is a whole number from 0 to 65535. Where it listens.',
    );
  });

  it('reports everything that is wrong at once', () => {
    const message = refusal({ LOG_LEVEL: 'loud', PEER_URL: 'ftp://x', ADS: 'perhaps', WORKERS: '0' });
    expect(message).toContain('5 settings are wrong');
    expect(message).toContain('LOG_LEVEL: given "loud", allowed is debug | info.');
    expect(message).toContain('INTERNAL_SECRET: given nothing, allowed is text of at least 32 characters.');
    expect(message).toContain('PEER_URL: given "ftp://x", allowed is a URL.');
    expect(message).toContain('ADS: given "perhaps", allowed is true | false.');
    expect(message).toContain('WORKERS: given "0", allowed is a whole number from 1 to 64.');
  });

  it('never prints a secret or the password inside an address', () => {
    expect(refusal({ INTERNAL_SECRET: 'hunter2' })).not.toContain('hunter2');
    const message = refusal({ INTERNAL_SECRET: key, PEER_URL: 'mongodb://bob:hunter2@db/x' });
    expect(message).toContain('mongodb://bob:***@db/x');
    expect(message).not.toContain('hunter2');
  });

  it('refuses a schema whose field has no variable', () => {
    expect(() => loadConfig(z.object({ port: port() }), {}, { service: 'x' })).toThrow('The field port');
  });

  it('reports a rule that spans several settings', () => {
    const both = schema.refine(({ ads, hosts }) => !ads || hosts.length > 0, 'ADS needs HOSTS.');
    expect(() => loadConfig(both, { INTERNAL_SECRET: key, ADS: 'on' }, { service: 'x' })).toThrow(
      'ADS needs HOSTS.',
    );
  });

  it('reports two groups of settings in one message', () => {
    const other = z.object({ plan: setting('PLAN', z.enum(['Free', 'Deluxe']), { doc: 'The first plan.' }) });
    expect(() =>
      loadConfigs(schema, other, { PORT: 'x', INTERNAL_SECRET: key, PLAN: 'Gold' }, { service: 'x' }),
    ).toThrow(/2 settings are wrong[^]*PORT: given "x"[^]*PLAN: given "Gold", allowed is Free \| Deluxe/);
    const [first, second] = loadConfigs(
      schema,
      other,
      { INTERNAL_SECRET: key, PLAN: 'Free' },
      { service: 'x' },
    );
    expect([first.port, second.plan]).toEqual([8080, 'Free']);
  });

  it('gives settings that no one can change later', () => {
    expect(Object.isFrozen(load({ INTERNAL_SECRET: key }))).toBe(true);
  });
});

describe('the address of a MongoDB', () => {
  const schema = z.object({
    uri: setting('MONGODB_URI', mongodbUri(), { doc: 'The database.', secret: true }),
  });
  const read = (uri: string) => loadConfig(schema, { MONGODB_URI: uri }, { service: 'test' }).uri;

  it.each([
    'mongodb://127.0.0.1:27017/?replicaSet=rs0',
    'mongodb://bob:p%40ss%2Fword@a:1,b:2,[::1]:3/admin?tls=true',
    'mongodb+srv://bob:secret@cluster.example.org',
  ])('is %s', (uri) => {
    expect(read(uri)).toBe(uri);
  });

  it.each([
    'mongo://bob:hunter2@db',
    'mongodb://bob:hunter2/x@db',
    'mongodb://bob:hunter2@x@db',
    'mongodb://bob:hunter2@db:port',
    'mongodb://bob:hunter2#x@db',
    'mongodb://bob:hunter2 @db',
    'mongodb://bob:hunter2@',
  ])('is not %s, and its password is not printed', (uri) => {
    expect(() => read(uri)).toThrow(
      /^test cannot start: a setting is wrong\.\n {2}MONGODB_URI: given a secret of/,
    );
    expect(() => read(uri)).not.toThrow('hunter2');
  });
});
