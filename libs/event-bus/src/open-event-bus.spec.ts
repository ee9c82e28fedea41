import { loadConfig } from '@skyshelf/config';
import type { DriveId } from '@skyshelf/contracts';
import { describe, expect, it } from 'vitest';
import { kafkaConfig } from './kafka/kafka.config.js';
import { openEventBus, peerEventSource } from './open-event-bus.js';
import { quietLog } from '../testing/contract/bench.js';

const read = (env: Record<string, string>) => loadConfig(kafkaConfig, env, { service: 'catalog' });

const open = (env: Record<string, string>) =>
  openEventBus(
    { logger: quietLog, clock: { now: () => new Date() }, peers: { json: async () => [] as never } },
    read(env),
    { service: 'catalog', replica: 'catalog-1' },
  );

describe('the bus of a process', () => {
  it('is told its brokers, and what it would not understand is said in plain words', () => {
    expect(read({ KAFKA_BROKERS: 'a:9092, b:9093' })).toEqual({
      kafkaBrokers: ['a:9092', 'b:9093'],
      kafkaSaslMechanism: 'plain',
      kafkaTls: false,
      kafkaTopicPrefix: 'skyshelf',
      kafkaPartitions: 64,
      kafkaReplication: 3,
    });
    expect(() => read({ KAFKA_BROKERS: 'kafka://a' })).toThrow('KAFKA_BROKERS');
    expect(() => read({ KAFKA_TOPIC_PREFIX: 'a.b' })).toThrow('KAFKA_TOPIC_PREFIX');
    expect(() => read({ KAFKA_PARTITIONS: '0' })).toThrow('KAFKA_PARTITIONS');
  });

  it('signs in with a user and a password, and is not begun with one of them alone', () => {
    const sasl = { KAFKA_BROKERS: 'a:9092', KAFKA_SASL_MECHANISM: 'scram-sha-512', KAFKA_TLS: 'on' };
    expect(read({ ...sasl, KAFKA_USERNAME: 'bob', KAFKA_PASSWORD: 'hunter2' })).toMatchObject({
      kafkaUsername: 'bob',
      kafkaPassword: 'hunter2',
      kafkaSaslMechanism: 'scram-sha-512',
      kafkaTls: true,
    });
    expect(() => open({ ...sasl, KAFKA_USERNAME: 'bob' })).toThrow(
      'catalog cannot start: a setting is wrong.\n  KAFKA_PASSWORD: not given, though KAFKA_USERNAME is.',
    );
    expect(() => open({ ...sasl, KAFKA_PASSWORD: 'hunter2' })).toThrow(
      'KAFKA_USERNAME: not given, though KAFKA_PASSWORD is.',
    );
    expect(() => read({ KAFKA_SASL_MECHANISM: 'gssapi' })).toThrow('KAFKA_SASL_MECHANISM: given "gssapi"');
  });

  it('believes an authority of the operator over TLS alone', () => {
    const brokers = { KAFKA_BROKERS: 'a:9092', KAFKA_CA_FILE: '/nowhere/ca.pem' };
    expect(() => open(brokers)).toThrow('KAFKA_TLS: is off, though KAFKA_CA_FILE is given.');
    expect(() => open({ ...brokers, KAFKA_TLS: 'on' })).toThrow(
      `KAFKA_CA_FILE: given "/nowhere/ca.pem", which can't be read (ENOENT).`,
    );
  });

  it('keeps events to itself without brokers', async () => {
    const bus = open({});
    const heard: string[] = [];
    bus.tap(['catalog.quota.changed'], ({ id }) => void heard.push(id));
    await bus.publish([
      {
        id: 'catalog:ann:1',
        source: 'catalog',
        type: 'catalog.quota.changed',
        schema: 1,
        drive: 'ann' as DriveId,
        version: 1,
        at: new Date().toISOString(),
        actor: null,
        trace: null,
        data: { type: 'catalog.quota.changed', quota: 1 },
      },
    ]);
    expect(heard).toEqual(['catalog:ann:1']);
    await bus.close();
  });
});

describe('the events of another service', () => {
  const asked: string[] = [];
  const answering = (answer: unknown) =>
    peerEventSource(
      { json: async (service, path) => (asked.push(`${service} ${path}`), answer as never) },
      'media',
    );

  it('are asked for at its internal routes, in pages that it gives', async () => {
    const source = answering([]);
    expect(await source.after('ann' as DriveId, 7, 100)).toEqual([]);
    expect(await source.all(null, 500)).toEqual([]);
    expect(await source.all('media:a&b', 5_000)).toEqual([]);
    expect(asked).toEqual([
      'media /internal/events?drive=ann&after=7&limit=100',
      'media /internal/events/all?limit=500',
      'media /internal/events/all?after=media%3Aa%26b&limit=1000',
    ]);
  });

  it('are not believed when they are no events', async () => {
    await expect(answering([{ id: 1 }]).all(null, 1)).rejects.toThrow();
  });
});
