import type { ServiceName } from '@skyshelf/contracts';
import type { BusLog } from '../bus-options.js';
import { kafkaClient } from './kafka-client.js';
import { topicOf, type KafkaSettings } from './kafka-settings.js';
import { MissingTopicError, UnsafeTopicError } from './topic-rules.js';
import { Topics } from './topics.js';

export interface TopicProblem {
  what: string;
  /** Events can travel all the same. */
  isThere: boolean;
}

/**
 * With `makesTopics: false` it only checks.
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
