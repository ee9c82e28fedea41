import { canTest, startEncryptedServers, type EncryptedServers } from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PreparedService } from './missing-parts.js';
import { prepareInstallation } from './prepare-installation.js';

const media: PreparedService = { name: 'media', publishes: true, consumes: [] };

describe.skipIf(!(await canTest('kafka')))('servers with an authority of their own', () => {
  let servers: EncryptedServers;
  beforeAll(async () => (servers = await startEncryptedServers()), 120_000);
  afterAll(() => servers.stop());

  const prepare = (more: Record<string, string> = {}) => {
    const { mongodbUri, broker, authority } = servers;
    const env = {
      MONGODB_URI: mongodbUri,
      MONGODB_CA_FILE: authority,
      KAFKA_BROKERS: broker,
      KAFKA_TLS: 'on',
      KAFKA_CA_FILE: authority,
      KAFKA_REPLICATION: '1',
      ...more,
    };
    const { signal } = new AbortController();
    return prepareInstallation([media], env, { check: false, tell: () => undefined, signal });
  };

  it('are reached by who knows it', async () => {
    const { missing, left } = await prepare();
    expect(missing).toEqual(expect.arrayContaining(['topic skyshelf.media']));
    expect(left).toEqual([]);
  });

  it(
    'are not believed by who knows another one or none, and the setting is named',
    { timeout: 60_000 },
    async () => {
      const { stranger, mongodbUri } = servers;
      const given = JSON.stringify(stranger);
      const not = /the certificate of the server is not believed: /;
      await Promise.all([
        expect(prepare({ MONGODB_CA_FILE: stranger })).rejects.toThrow(`MONGODB_CA_FILE: given ${given}`),
        expect(prepare({ MONGODB_CA_FILE: stranger })).rejects.toThrow(not),
        expect(prepare({ MONGODB_CA_FILE: '', MONGODB_URI: mongodbUri })).rejects.toThrow(
          'MONGODB_CA_FILE: not given',
        ),
        expect(prepare({ KAFKA_CA_FILE: stranger })).rejects.toThrow(`KAFKA_CA_FILE: given ${given}`),
        expect(prepare({ KAFKA_CA_FILE: '' })).rejects.toThrow('KAFKA_CA_FILE: not given'),
      ]);
    },
  );

  it('are not asked for with half of the settings', async () => {
    await expect(prepare({ KAFKA_TLS: 'off' })).rejects.toThrow(
      'KAFKA_TLS: is off, though KAFKA_CA_FILE is given.',
    );
    const plain = servers.mongodbUri.replace('?tls=true', '');
    await expect(prepare({ MONGODB_URI: plain })).rejects.toThrow(
      'MONGODB_URI: says no tls=true, though MONGODB_CA_FILE is given.',
    );
  });
});
