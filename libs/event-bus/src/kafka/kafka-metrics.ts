import {
  createMetrics,
  declareCounter,
  declareGauge,
  type Counter,
  type MetricRegistry,
} from '@skyshelf/telemetry';

const partitions = declareGauge({
  name: 'skyshelf_bus_assigned_partitions',
  only: 'cluster',
  help: 'Partitions of Kafka that this process reads for the consumer.',
});
const counters = {
  rebalances: declareCounter({
    name: 'skyshelf_bus_rebalances_total',
    only: 'cluster',
    help: 'Times the partitions were shared out again among the replicas of the consumer.',
  }),
  reconnects: declareCounter({
    name: 'skyshelf_bus_reconnects_total',
    only: 'cluster',
    help: 'Connections of the consumer to Kafka that were given up and made again.',
  }),
  unreadable: declareCounter({
    name: 'skyshelf_bus_unreadable_total',
    only: 'cluster',
    help: 'Messages on a topic that are no events of the product, skipped.',
    labels: { topic: 'the topic' },
  }),
};

export interface KafkaMetrics {
  rebalances: Counter;
  reconnects: Counter;
  unreadable: Counter<'topic'>;
}

/** @param assigned called at each scrape: the partitions read by this process */
export function createKafkaMetrics(
  consumer: string,
  registry: MetricRegistry,
  assigned: () => number,
): KafkaMetrics {
  const metrics = createMetrics(consumer, registry);
  metrics.gauge(partitions, (gauge) => gauge.set({}, assigned()));
  return {
    rebalances: metrics.counter(counters.rebalances),
    reconnects: metrics.counter(counters.reconnects),
    unreadable: metrics.counter(counters.unreadable),
  };
}
