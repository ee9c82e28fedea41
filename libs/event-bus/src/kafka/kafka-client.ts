import kafkajs from 'kafkajs';
import type { Kafka, logCreator, RetryOptions, SASLOptions } from 'kafkajs';
import type { BusLog } from '../bus-options.js';
import type { KafkaSasl, KafkaSettings } from './kafka-settings.js';

/** Milliseconds: a stopped broker must not hold up the others. */
const REQUEST_MS = 5_000;
const CONNECT_MS = 2_000;

/** They end within about two seconds; the caller then makes a new client. */
export const quickRetry: RetryOptions = {
  initialRetryTime: 100,
  maxRetryTime: 1_000,
  retries: 4,
  restartOnFailure: async () => false,
};

/** kafkajs' own lines are logged as details: it repeats itself while brokers are away. */
export function kafkaClient({ brokers, sasl, tls = false, replica }: KafkaSettings, log: BusLog): Kafka {
  const { Kafka: Client, logLevel } = kafkajs;
  const toLog: logCreator =
    () =>
    ({ namespace, log: { message, timestamp: _, ...fields } }) =>
      log.debug({ kafka: { namespace, ...fields } }, message);
  return new Client({
    clientId: `skyshelf-${replica}`,
    brokers: [...brokers],
    ssl: typeof tls === 'boolean' ? tls : { ca: [tls.ca] },
    ...(sasl && { sasl: signInOf(sasl) }),
    requestTimeout: REQUEST_MS,
    connectionTimeout: CONNECT_MS,
    retry: quickRetry,
    logLevel: logLevel.WARN,
    logCreator: toLog,
  });
}

/** A new value each time: kafkajs mutates it, and reads the password at each connection. */
function signInOf(sasl: KafkaSasl): SASLOptions {
  const { mechanism, username } = sasl;
  const user = {
    username,
    get password() {
      return sasl.password;
    },
  };
  return Object.defineProperty(user, 'mechanism', { value: mechanism, enumerable: true }) as SASLOptions;
}
