import { driveId, DomainError } from '@skyshelf/contracts';
import { createLogger, createMetrics, MetricRegistry, type LogLevel } from '@skyshelf/telemetry';
import { systemClock } from '../clock.js';
import { createIds } from '../ids.js';
import type { Caller, Clock, IdSource, Peers, ServiceRuntime } from '../runtime.js';
import { createStatementSigner } from '../statement-signer.js';
import { createSigningKey, openSigningKey } from '../token-keys.js';
import { createTokenSigner } from '../token-signer.js';
import { createTokenVerifier } from '../token-verifier.js';

export interface TestRuntimeOptions {
  clock?: Clock;
  ids?: IdSource;
  peers?: Peers;
  /** Default silent. */
  logLevel?: LogLevel;
}

export interface TestRuntime extends ServiceRuntime {
  /** A token as the gateway would issue it to this caller; valid for an hour, or until `expires`. */
  tokenOf(caller: Caller, expires?: Date): Promise<string>;
  /** The headers of a request by this caller. */
  signedIn(caller: Caller): Promise<{ authorization: string }>;
  /** The headers of a request by another service. */
  internal: { authorization: string };
}

const HOUR_MS = 3_600_000;
const INTERNAL_SECRET = 'a secret that only tests know, and nobody else';

/** A caller for tests; each name has a drive of its own. */
export const callerNamed = (name: string): Caller => ({
  sub: `local|${name}`,
  drive: driveId.parse(`drive-${name}`),
  sid: `session-${name}`,
  name,
});

const nobody = (service: string): never => {
  throw new DomainError('service.unavailable', { message: `This test has no ${service}.` });
};
const noPeers: Peers = {
  json: async (service) => nobody(service),
  bytes: async (service) => nobody(service),
};

/** A runtime of real parts (keys, signatures, metrics) for a service under test. */
export async function testRuntime(options: TestRuntimeOptions = {}): Promise<TestRuntime> {
  const { clock = systemClock, ids = createIds(clock), peers = noPeers, logLevel = 'silent' } = options;
  const key = await openSigningKey(await createSigningKey('test-key'));
  const tokens = createTokenSigner(key, clock);
  const tokenOf = (caller: Caller, expires = new Date(clock.now().getTime() + HOUR_MS)) =>
    tokens.sign(caller, expires);
  return {
    logger: createLogger({ service: 'test', level: logLevel }),
    metrics: createMetrics('test', new MetricRegistry()),
    clock,
    ids,
    peers,
    signer: createStatementSigner(INTERNAL_SECRET),
    tokens: createTokenVerifier({ keys: () => [key.publicJwk], clock }),
    internalSecret: INTERNAL_SECRET,
    tokenOf,
    signedIn: async (caller) => ({ authorization: `Bearer ${await tokenOf(caller)}` }),
    internal: { authorization: `Internal ${INTERNAL_SECRET}` },
  };
}
