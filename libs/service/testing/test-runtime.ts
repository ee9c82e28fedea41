import { DomainError } from '@skyshelf/contracts';
import type { Peers } from '@skyshelf/peers';
import { createLogger, createMetrics, MetricRegistry, type LogLevel } from '@skyshelf/telemetry';
import { createIds, systemClock, type Clock, type IdSource } from '@skyshelf/tokens';
import { testTokens, type TestTokens } from '@skyshelf/tokens/testing';
import type { ServiceRuntime } from '#src/runtime.js';

export interface TestRuntimeOptions {
  clock?: Clock;
  ids?: IdSource;
  peers?: Peers;
  logLevel?: LogLevel;
}

export interface TestRuntime extends ServiceRuntime, TestTokens {}

const none = (service: string): never => {
  throw new DomainError('service.unavailable', { message: `This test has no ${service}.` });
};
const noPeers: Peers = {
  replicas: () => 0,
  json: async (service) => none(service),
  bytes: async (service) => none(service),
};

/** A runtime of real parts (keys, signatures, metrics) for a service under test. */
export async function testRuntime(options: TestRuntimeOptions = {}): Promise<TestRuntime> {
  const { clock = systemClock, ids = createIds(clock), peers = noPeers, logLevel = 'silent' } = options;
  return {
    ...(await testTokens(clock)),
    logger: createLogger({ service: 'test', level: logLevel }),
    metrics: createMetrics('test', new MetricRegistry()),
    clock,
    ids,
    peers,
  };
}
