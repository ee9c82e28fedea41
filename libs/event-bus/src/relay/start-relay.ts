import type { ServiceName } from '@skyshelf/contracts';
import type { DriveStore, Outbox } from '@skyshelf/event-store';
import type { Db, MongoClient } from 'mongodb';
import { MetricRegistry } from '@skyshelf/telemetry';
import type { BusClock, BusLog } from '../bus-options.js';
import { pauseForReal, type Pause } from '../consumer/pause.js';
import type { EventBus } from '../port.js';
import { OutboxRelay } from './outbox-relay.js';
import type { Relay } from './relay.js';
import { createRelayMetrics } from './relay-metrics.js';
import { SlotLeases } from './slot-leases.js';
import { endAbandoned } from '../consumer/transaction.js';

export interface RelayOptions {
  service: ServiceName;
  outbox: Outbox;
  bus: Pick<EventBus, 'publish'>;
  /** Holds `leases` next to the outbox. */
  db: Db;
  clock: BusClock;
  logger: BusLog;
  metrics?: { registry: MetricRegistry };
  pause?: Pause;
  /** Its commits wake the relay. */
  store?: Pick<DriveStore<never, never>, 'onCommitted'>;
  /** A sole owner keeps its name, so it resumes at once after a crash; replicas use unique names. */
  holder: string;
  /** Events a read, default 256. */
  batch?: number;
  /** Milliseconds between looks without a wake-up, default 1,000. */
  pollMs?: number;
  /**
   * Age at which a relay takes another process's event, milliseconds, default 2,000. Clock skew only causes
   * repeats or delay.
   */
  lateMs?: number;
  /** Unit: milliseconds, default 15,000. */
  leaseMs?: number;
}

/**
 * Each drive's events in order, drives in parallel. A process publishes what it commits at once; leases
 * decide who takes leftovers. It keeps no state. The holder of the first slot also ends transactions of
 * killed processes.
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
    // Renewed between two looks.
    pollMs: Math.min(options.pollMs ?? 1_000, leaseMs / 3),
  });
  outbox.onAppended((drive) => relay.poke(drive));
  options.store?.onCommitted((drive, _, events) => relay.poke(drive, events));
  relay.start();
  const endSweep = sweepAbandoned(db.client, () => leases.holds(0));
  return {
    poke: (drive, committed) => relay.poke(drive, committed),
    stop: (how) => {
      endSweep();
      return relay.stop(how);
    },
  };
}

const EVERY_MS = 5_000;
/** No one waits for such a transaction, so a slow owner gets more time. Milliseconds. */
const IDLE_MS = 10_000;

/**
 * Also when no transaction meets them: a single write would wait for up to a minute.
 * @param isOurTurn one process of a service is enough
 * @returns stops it
 */
function sweepAbandoned(client: MongoClient, isOurTurn: () => boolean): () => void {
  const timer = setInterval(() => {
    if (isOurTurn()) void endAbandoned(client, IDLE_MS);
  }, EVERY_MS).unref();
  return () => clearInterval(timer);
}
