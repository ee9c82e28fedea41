import type { KafkaSettings } from './kafka-settings.js';

const DAY_MS = 86_400_000;
/** Only the owner has the event after this time. */
export const RETENTION_MS = 7 * DAY_MS;

/** With three copies, one broker may be away. */
export const minInsync = (replication: number): number => Math.max(1, replication - 1);

export const topicConfig = (replication: number): Record<string, string> => ({
  'cleanup.policy': 'delete',
  'retention.ms': String(RETENTION_MS),
  'retention.bytes': '-1',
  'min.insync.replicas': String(minInsync(replication)),
  'unclean.leader.election.enable': 'false',
});

export interface TopicState {
  topic: string;
  partitions: number;
  /** The replication of the partition with the fewest copies. */
  replication: number;
  config: Readonly<Record<string, string>>;
}

/** As others made it, it would lose events. */
export class UnsafeTopicError extends Error {
  constructor(
    readonly topic: string,
    readonly problems: readonly string[],
  ) {
    super(`The topic ${topic} would lose events: ${problems.join('; ')}.`);
    this.name = 'UnsafeTopicError';
  }
}

export class MissingTopicError extends Error {
  constructor(readonly topic: string) {
    super(`The topic ${topic} is not there.`);
    this.name = 'MissingTopicError';
  }
}

const atLeast = (value: string | undefined, least: number): boolean =>
  value === undefined || value === '-1' || Number(value) >= least;

export function harmOf(
  { replication: copies, config }: TopicState,
  { replication }: Pick<KafkaSettings, 'replication'>,
): string[] {
  const problems: string[] = [];
  if (copies < replication)
    problems.push(
      `it keeps ${copies} copies of an event, KAFKA_REPLICATION asks for ${replication} (reassign its partitions, or lower the setting)`,
    );
  const policy = config['cleanup.policy'] ?? 'delete';
  if (policy !== 'delete')
    problems.push(
      `cleanup.policy is ${policy}, so only the last event of a drive would be kept (set it to delete)`,
    );
  if (!atLeast(config['retention.ms'], RETENTION_MS))
    problems.push(
      `retention.ms is ${config['retention.ms']}, less than 7 days (set it to ${RETENTION_MS} or -1)`,
    );
  if ((config['retention.bytes'] ?? '-1') !== '-1')
    problems.push(`retention.bytes is ${config['retention.bytes']} (set it to -1)`);
  if (!atLeast(config['min.insync.replicas'], minInsync(replication)))
    problems.push(
      `min.insync.replicas is ${config['min.insync.replicas']} (set it to ${minInsync(replication)})`,
    );
  return problems;
}
