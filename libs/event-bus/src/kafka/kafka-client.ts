import kafkajs from 'kafkajs';
import type { Kafka, logCreator, RetryOptions, SASLOptions } from 'kafkajs';
import type { BusLog } from '../bus-log.js';
import type { KafkaSasl, KafkaSettings } from './kafka-settings.js';

/** A broker that answers later than this counts as gone, milliseconds: one that was stopped must not hold up the others for long. */
const REQUEST_MS = 5_000;
const CONNECT_MS = 2_000;

/**
 * Within a client, tries follow each other quickly and end within about two seconds; then its user makes a new one. What goes on for longer is
 * logged and paced there.
 */
export const quickRetry: RetryOptions = {
  initialRetryTime: 100,
  maxRetryTime: 1_000,
  retries: 4,
  restartOnFailure: async () => false,
};

/** A connection to Kafka, not opened yet. kafkajs repeats itself a lot while brokers are away: its lines are details. */
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

/** A new value each time, since kafkajs adds to what it is given; it reads the password at each connection, and tells mechanisms apart by type. */
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
