import { randomUUID } from 'node:crypto';
import type { EventMessage, ServiceName } from '@skyshelf/contracts';
import { MetricRegistry } from '@skyshelf/telemetry';
import type { Kafka } from 'kafkajs';
import { makeConsumer } from '../consumer/make-consumer.js';
import { pauseForReal } from '../consumer/pause.js';
import { sourceOfType } from '../consumer/source-of-type.js';
import type { Consumer, EventBus, EventSource, LiveState, Subscription } from '../port.js';
import { Taps } from '../taps.js';
import { EventProducer } from './event-producer.js';
import { kafkaClient } from './kafka-client.js';
import { createKafkaMetrics } from './kafka-metrics.js';
import { topicOf, type KafkaBusOptions } from './kafka-settings.js';
import { KafkaSubscription } from './kafka-subscription.js';
import { LiveTap } from './live-tap.js';
import { Topics } from './topics.js';

const JOIN_TIMEOUT_MS = 5_000;

/**
 * A topic per publishing service, a consumer group per reading one. `publish` returns when all in-sync
 * replicas have acknowledged. The start doesn't wait for Kafka: events stay in their outboxes until it comes.
 */
export function createKafkaBus(options: KafkaBusOptions): EventBus {
  return new KafkaBus(options);
}

class KafkaBus implements EventBus {
  private readonly kafka: Kafka;
  private readonly topics: Topics;
  private readonly producer: EventProducer;
  private readonly subscriptions = new Map<ServiceName, KafkaSubscription>();
  private readonly sources = new Map<ServiceName, EventSource>();
  private readonly live = new Set<LiveTap>();
  private closed = false;

  constructor(private readonly options: KafkaBusOptions) {
    const { logger } = options;
    this.kafka = kafkaClient(options, logger);
    this.topics = new Topics(this.kafka, options, logger);
    this.producer = new EventProducer(this.kafka, options, this.topics, logger);
  }

  async publish(events: readonly EventMessage[]): Promise<void> {
    this.refuseWhenClosed();
    await this.producer.publish(events);
  }

  async subscribe(consumer: Consumer): Promise<Subscription> {
    this.refuseWhenClosed();
    if (this.subscriptions.has(consumer.name))
      throw new Error(`The consumer ${consumer.name} has joined already`);
    const subscription = this.subscriptionOf(consumer);
    this.subscriptions.set(consumer.name, subscription);
    try {
      await subscription.start(this.options.joinTimeoutMs ?? JOIN_TIMEOUT_MS);
    } catch (error) {
      await this.leave(consumer.name, subscription);
      throw error;
    }
    return this.leaving(consumer.name, subscription);
  }

  consumer(name: ServiceName): Subscription | null {
    const subscription = this.subscriptions.get(name);
    return subscription ? this.leaving(name, subscription) : null;
  }

  tap(types: readonly string[], listener: (event: EventMessage) => void): () => void {
    this.refuseWhenClosed();
    const { logger, clock, pause = pauseForReal, topicPrefix, replica } = this.options;
    const taps = new Taps(logger);
    const forget = taps.add(types, listener);
    const live = new LiveTap({
      kafka: this.kafka,
      log: logger,
      clock,
      pause,
      topics: this.topics,
      topicOf: (service) => topicOf(this.options, service),
      // A killed member of the same name would hold up its successor.
      groupId: `${topicPrefix}.live.${replica}.${randomUUID()}`,
      since: clock.now().getTime(),
      types,
      heard: (events) => taps.tell(events),
    });
    this.live.add(live);
    live.start();
    return () => {
      forget();
      this.live.delete(live);
      void live.stop();
    };
  }

  liveState(): LiveState {
    const states = new Set([...this.live].map((tap) => tap.state()));
    if (states.has('away')) return 'away';
    return states.has('joining') ? 'joining' : 'joined';
  }

  registerSource(service: ServiceName, source: EventSource): void {
    this.sources.set(service, source);
  }

  async close(): Promise<void> {
    this.closed = true;
    await Promise.all([
      ...[...this.subscriptions].map(([name, subscription]) => this.leave(name, subscription)),
      ...[...this.live].map((tap) => tap.stop()),
    ]);
    await this.producer.close();
  }

  private subscriptionOf(consumer: Consumer): KafkaSubscription {
    const { name } = consumer;
    const { metrics = { registry: new MetricRegistry() } } = this.options;
    const current = () => this.subscriptions.get(name);
    const durable = makeConsumer(consumer, this.options, {
      sourceOf: (service) => this.sources.get(service),
      backlog: () => current()?.backlog() ?? null,
    });
    return new KafkaSubscription({
      kafka: this.kafka,
      options: this.options,
      topics: this.topics,
      names: this.topicsOf(consumer.handlers.keys()),
      groupId: topicOf(this.options, name),
      durable,
      metrics: createKafkaMetrics(name, metrics.registry, () => current()?.partitions ?? 0),
    });
  }

  private topicsOf(types: Iterable<string>): string[] {
    return [...new Set([...types].map(sourceOfType))].map((service) => topicOf(this.options, service));
  }

  private leaving(name: ServiceName, subscription: KafkaSubscription): Subscription {
    return {
      deliver: (events) => subscription.deliver(events),
      rereadCursors: () => subscription.rereadCursors(),
      stop: () => this.leave(name, subscription),
    };
  }

  private async leave(name: ServiceName, subscription: KafkaSubscription): Promise<void> {
    await subscription.stop();
    if (this.subscriptions.get(name) === subscription) this.subscriptions.delete(name);
  }

  private refuseWhenClosed(): void {
    if (this.closed) throw new Error('The event bus is closed');
  }
}
