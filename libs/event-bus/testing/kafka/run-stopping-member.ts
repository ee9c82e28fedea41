import type { Cluster, ConsumerConfig, Kafka } from 'kafkajs';
import { quietLog } from '../contract/bench.js';
import { GroupMember } from '../../src/kafka/group-member.js';
import { kafkaClient } from '../../src/kafka/kafka-client.js';
import type { KafkaSettings } from '../../src/kafka/kafka-settings.js';

// A member that is stopped in the moment in which it learns that there is one broker more. In a process of
// its own: what never ends there must not hold up a test.
const [settings = '', topic = ''] = process.argv.slice(2);
const kafka = kafkaClient(JSON.parse(settings) as KafkaSettings, quietLog);
const clusters: Cluster[] = [];

/** Keeps the cluster that kafkajs gives to a consumer. */
const consumer: Kafka['consumer'] = (config) => {
  const [make] = config?.partitionAssigners ?? [];
  if (!config || !make) throw new Error('A member brings its assigner along');
  const assigner: typeof make = (given) => {
    clusters.push(given.cluster);
    return make(given);
  };
  return kafka.consumer({ ...config, partitionAssigners: [assigner] } satisfies ConsumerConfig);
};

const assigned = Promise.withResolvers<void>();
const member = new GroupMember({
  kafka: { consumer },
  groupId: `${topic}.stopping`,
  topics: [topic],
  take: () => undefined,
  assigned: () => assigned.resolve(),
});
await member.join(null);
await assigned.promise;

const [cluster] = clusters;
if (!cluster) throw new Error('The consumer has made no assigner');
const brokers = cluster.getNodeIds();
await new Promise<void>((stopped, failed) => {
  cluster.getNodeIds = () => {
    member.stop().then(stopped, failed);
    return [...brokers, -1];
  };
});
process.stdout.write('stopped\n');
process.exit(0);
