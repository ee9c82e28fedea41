import type { DriveId, ServiceName } from '@skyshelf/contracts';
import type { Outbox } from '@skyshelf/event-store';
import type { Db } from 'mongodb';
import { MetricRegistry } from '@skyshelf/telemetry';
import type { BusClock, BusLog } from '../bus-log.js';
import { pauseForReal, type Pause } from '../consumer/pause.js';
import type { EventBus } from '../port.js';
import { sweepAbandoned } from './abandoned-sweep.js';
import { OutboxRelay } from './outbox-relay.js';
import type { Relay } from './relay.js';
import { createRelayMetrics } from './relay-metrics.js';
import { SlotLeases } from './slot-leases.js';

export interface RelayOptions {
  service: ServiceName;
  outbox: Outbox;
  bus: Pick<EventBus, 'publish'>;
  /** The service's database: holds `leases` next to the outbox. */
  db: Db;
  clock: BusClock;
  logger: BusLog;
  /** Where the metrics go; default nowhere. */
  metrics?: { registry: MetricRegistry };
  pause?: Pause;
  /** The drives' store of the same database, when there is one: its commits wake the relay. */
  store?: { onCommitted(listener: (drive: DriveId) => void): void };
  /**
   * Who holds the leases. A process that owns its data alone gives the same name at each start, so that it goes on at once after a crash; replicas give
   * a name of their own each.
   */
  holder: string;
  /** Events read at a time, default 256. */
  batch?: number;
  /** How often it looks without having been woken, milliseconds, default 1,000. */
  pollMs?: number;
  /**
   * How old an event is before a relay takes it that was not told of its commit, milliseconds, default 2,000: the process that committed it has died or
   * can't publish. Clocks of processes may differ by about as much; it only makes events come twice, or a little later.
   */
  lateMs?: number;
  /** How long a lease lives without renewal, milliseconds, default 15,000. */
  leaseMs?: number;
}

/**
 * Publishes the events of a service's outbox: those of a drive in their order, drives side by side. Woken by commits, so an event waits for no timer: a
 * process publishes what it has committed itself, without the lease too; leases say who cares for what stays lying.
 * It remembers nothing: what is still unpublished is what has to be published, whatever happened before.
 * The holder of the first slot also ends transactions that a killed process has left open.
 */
export async function startRelay(options: RelayOptions): Promise<Relay> {
  const {
    db,
    holder,
    clock,
    outbox,
    service,
    leaseMs = 15_000,
    metrics = { registry: new MetricRegistry() },
    pause = pauseForReal,
  } = options;
  const leases = new SlotLeases(db, holder, leaseMs, clock);
  await leases.prepare();
  const relay = new OutboxRelay({
    service,
    outbox,
    clock,
    pause,
    leases,
    bus: options.bus,
    log: options.logger,
    metrics: createRelayMetrics(service, metrics.registry, () => outbox.depth().catch(() => null)),
    batch: options.batch ?? 256,
    lateMs: options.lateMs ?? 2_000,
    // Leases are renewed between two looks.
    pollMs: Math.min(options.pollMs ?? 1_000, leaseMs / 3),
  });
  outbox.onAppended((drive) => relay.poke(drive));
  options.store?.onCommitted((drive) => relay.poke(drive));
  relay.start();
  const endSweep = sweepAbandoned(db.client, () => leases.holds(0));
  return {
    poke: (drive) => relay.poke(drive),
    stop: (how) => {
      endSweep();
      return relay.stop(how);
    },
  };
}
