import type { EventMessage, ServiceName } from '@skyshelf/contracts';
import type { BusOptions } from './bus-options.js';
import { ConsumerStoppedError } from './consumer/consumer-deps.js';
import type { DurableConsumer } from './consumer/durable-consumer.js';
import { makeConsumer } from './consumer/make-consumer.js';
import type { Consumer, EventBus, EventSource, LiveState, Subscription } from './port.js';
import { Taps } from './taps.js';

export interface InProcessBusOptions extends BusOptions {
  /** `publish` waits until these have joined; without it, events published before don't reach a consumer. */
  consumers?: readonly ServiceName[];
}

/**
 * `publish` returns when all consumers have passed or parked the events. Nothing is stored; what was not
 * passed is still in the outbox.
 * @throws ConsumerStoppedError from `publish` when a consumer stopped before
 */
export function createInProcessBus(options: InProcessBusOptions): EventBus {
  return new InProcessBus(options);
}

class InProcessBus implements EventBus {
  private readonly consumers = new Map<ServiceName, DurableConsumer>();
  /** Not yet joined, or stopped: no event is cleared without them. */
  private readonly absent: Set<ServiceName>;
  private readonly sources = new Map<ServiceName, EventSource>();
  private readonly taps: Taps;
  private joined = Promise.withResolvers<void>();
  private closed = false;

  constructor(private readonly options: InProcessBusOptions) {
    this.taps = new Taps(options.logger);
    this.absent = new Set(options.consumers);
    this.joined.promise.catch(() => undefined);
    if (this.absent.size === 0) this.joined.resolve();
  }

  async publish(events: readonly EventMessage[]): Promise<void> {
    if (this.closed) throw new Error('The event bus is closed');
    this.taps.tell(events);
    await this.joined.promise;
    for (const name of this.absent) throw new ConsumerStoppedError(name);
    const outcomes = await Promise.allSettled(
      [...this.consumers.values()].map((consumer) => consumer.deliver(events)),
    );
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  }

  async subscribe(consumer: Consumer): Promise<Subscription> {
    if (this.closed) throw new Error('The event bus is closed');
    if (this.consumers.has(consumer.name))
      throw new Error(`The consumer ${consumer.name} has joined already`);
    const durable = makeConsumer(consumer, this.options, {
      sourceOf: (service) => this.sources.get(service),
      backlog: () => this.consumers.get(consumer.name)?.backlog() ?? null,
    });
    this.consumers.set(consumer.name, durable);
    this.absent.add(consumer.name);
    await durable.start();
    this.absent.delete(consumer.name);
    if (this.absent.size === 0) this.joined.resolve();
    return this.subscription(consumer.name, durable);
  }

  consumer(name: ServiceName): Subscription | null {
    const durable = this.consumers.get(name);
    return durable ? this.subscription(name, durable) : null;
  }

  tap(types: readonly string[], listener: (event: EventMessage) => void): () => void {
    return this.taps.add(types, listener);
  }

  liveState(): LiveState {
    return 'joined';
  }

  registerSource(service: ServiceName, source: EventSource): void {
    this.sources.set(service, source);
  }

  async close(): Promise<void> {
    this.closed = true;
    this.joined.reject(new Error('The event bus is closed'));
    await Promise.all([...this.consumers].map(([name, consumer]) => this.leave(name, consumer)));
  }

  private subscription(name: ServiceName, durable: DurableConsumer): Subscription {
    return {
      deliver: (events) => durable.deliver(events),
      rereadCursors: () => durable.rereadCursors(),
      stop: () => this.leave(name, durable),
    };
  }

  private async leave(name: ServiceName, consumer: DurableConsumer): Promise<void> {
    if (this.consumers.get(name) === consumer) this.absent.add(name);
    await consumer.stop();
    if (this.consumers.get(name) === consumer) this.consumers.delete(name);
  }
}
