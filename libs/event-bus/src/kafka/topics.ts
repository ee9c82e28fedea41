import { setTimeout as pause } from 'node:timers/promises';
import kafkajs, { type Admin, type Kafka } from 'kafkajs';
import type { ServiceName } from '@skyshelf/contracts';
import type { BusLog } from '../bus-options.js';
import { type KafkaSettings, topicOf } from './kafka-settings.js';
import { harmOf, MissingTopicError, topicConfig, type TopicState, UnsafeTopicError } from './topic-rules.js';
import { kafkaClient } from './kafka-client.js';

const HEARD_OF_MS = 5_000;
const LOOK_AGAIN_MS = 50;
const UNHEARD_OF: ReadonlySet<unknown> = new Set(['UNKNOWN_TOPIC_OR_PARTITION', 'LEADER_NOT_AVAILABLE']);

/** Created or grown unless others do that, and checked once a process. */
export class Topics {
  private readonly known = new Map<string, Promise<number>>();

  constructor(
    private readonly kafka: Kafka,
    private readonly settings: KafkaSettings,
    private readonly log: BusLog,
  ) {}

  /**
   * @returns the partitions of a safe topic
   * @throws UnsafeTopicError; MissingTopicError where others create topics; errors of the connection, after
   * which it may be called again
   */
  ensure(topic: string): Promise<number> {
    const known = this.known.get(topic);
    if (known) return known;
    const count = this.withAdmin((admin) => this.make(admin, topic));
    this.known.set(topic, count);
    count.catch(() => this.known.delete(topic));
    return count;
  }

  forget(topic: string): void {
    this.known.delete(topic);
  }

  async ends(topic: string): Promise<ReadonlyMap<number, bigint>> {
    const places = await this.withAdmin((admin) => admin.fetchTopicOffsets(topic));
    return new Map(places.map(({ partition, high }) => [partition, BigInt(high)]));
  }

  async withAdmin<T>(work: (admin: Admin) => Promise<T>): Promise<T> {
    const admin = this.kafka.admin();
    try {
      await admin.connect();
      return await work(admin);
    } finally {
      await admin.disconnect().catch(() => undefined);
    }
  }

  private async make(admin: Admin, topic: string): Promise<number> {
    const { partitions, replication, makesTopics = true } = this.settings;
    const state = await this.find(admin, topic);
    if (!makesTopics || state.partitions >= partitions) return state.partitions;
    await admin.createPartitions({ topicPartitions: [{ topic, count: partitions }] }).catch(ignoreGrown);
    this.log.info({ topic, from: state.partitions, to: partitions, replication }, 'A topic has grown');
    return partitions;
  }

  private async find(admin: Admin, topic: string): Promise<TopicState> {
    const { makesTopics = true } = this.settings;
    const exists = (await admin.listTopics()).includes(topic);
    if (!exists && !makesTopics) throw new MissingTopicError(topic);
    if (!exists) await this.create(admin, topic);
    const state = await stateOnceKnown(admin, topic);
    const problems = harmOf(state, this.settings);
    if (problems.length > 0) throw new UnsafeTopicError(topic, problems);
    return state;
  }

  private async create(admin: Admin, topic: string): Promise<void> {
    const { partitions, replication } = this.settings;
    const configEntries = Object.entries(topicConfig(replication)).map(([name, value]) => ({ name, value }));
    const made = await admin.createTopics({
      // kafkajs 2.2.4 waits for leaders only and fails at brokers that don't know the topic yet.
      waitForLeaders: false,
      topics: [{ topic, numPartitions: partitions, replicationFactor: replication, configEntries }],
    });
    if (made) this.log.info({ topic, partitions, replication }, 'A topic was made');
  }
}

/** Another process was faster. */
function ignoreGrown(error: unknown): void {
  if (!(error instanceof Error && 'type' in error && error.type === 'INVALID_PARTITIONS')) throw error;
}

/** The controller reports a topic before every broker knows it. */
async function stateOnceKnown(admin: Admin, topic: string): Promise<TopicState> {
  const until = performance.now() + HEARD_OF_MS;
  for (;;) {
    try {
      return await stateOf(admin, topic);
    } catch (error) {
      const unknown = error instanceof Error && 'type' in error && UNHEARD_OF.has(error.type);
      if (!unknown || performance.now() > until) throw error;
      await pause(LOOK_AGAIN_MS);
    }
  }
}

async function stateOf(admin: Admin, topic: string): Promise<TopicState> {
  const [{ topics }, { resources }] = await Promise.all([
    admin.fetchTopicMetadata({ topics: [topic] }),
    admin.describeConfigs({
      includeSynonyms: false,
      resources: [{ type: kafkajs.ConfigResourceTypes.TOPIC, name: topic }],
    }),
  ]);
  const partitions = topics.find(({ name }) => name === topic)?.partitions ?? [];
  const entries = resources[0]?.configEntries ?? [];
  return {
    topic,
    partitions: partitions.length,
    replication: Math.min(...partitions.map(({ replicas }) => replicas.length)),
    config: Object.fromEntries(entries.map(({ configName, configValue }) => [configName, configValue])),
  };
}

export interface TopicProblem {
  what: string;
  /** Events can travel all the same. */
  isThere: boolean;
}

/**
 * Creates the topics, or only checks with `makesTopics: false`.
 * @returns what is missing or would lose events
 */
export async function prepareTopics(
  services: readonly ServiceName[],
  settings: KafkaSettings,
  log: BusLog,
): Promise<TopicProblem[]> {
  const topics = new Topics(kafkaClient(settings, log), settings, log);
  const { makesTopics = true, partitions } = settings;
  const problems: TopicProblem[] = [];
  for (const topic of services.map((service) => topicOf(settings, service))) {
    try {
      const found = await topics.ensure(topic);
      if (makesTopics || found >= partitions) continue;
      problems.push({ what: `topic ${topic}: ${found} of ${partitions} partitions`, isThere: true });
    } catch (error) {
      if (error instanceof MissingTopicError) problems.push({ what: `topic ${topic}`, isThere: false });
      else if (error instanceof UnsafeTopicError) problems.push({ what: error.message, isThere: true });
      else throw error;
    }
  }
  return problems;
}
