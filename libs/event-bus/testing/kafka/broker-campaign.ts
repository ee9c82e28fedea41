import type { KafkaAccess } from '@skyshelf/stack';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from 'mongodb';
import type { BusLog } from '../../src/bus-options.js';
import type { EventBus } from '../../src/port.js';
import { KafkaWire } from './kafka-wire.js';
import { diarist, Traffic } from './traffic.js';

export interface Victim {
  name: string;
  /** Ends it like a power cut. */
  kill(): Promise<void>;
  /** Stops its process without ending it. */
  pause(): void;
  resume(): void;
  start(): Promise<void>;
}

export type FaultKind = 'kill' | 'pause';

export interface CampaignOptions {
  kafka: KafkaAccess;
  victims: readonly Victim[];
  db: Db;
  log: BusLog;
  faults: readonly FaultKind[];
  random: () => number;
  /** Events that are to come through between two faults, default 300. */
  between?: number;
  progress?(line: string): void;
}

export interface FaultReport {
  kind: FaultKind;
  victim: string;
  awayMs: number;
  publishingMs: number;
  delayMs: number;
}

export interface CampaignReport {
  acknowledged: number;
  refused: number;
  faults: FaultReport[];
  problems: string[];
}

/** Publishes without pause while brokers are killed and stopped, and reads with two replicas of a consumer. */
export async function runBrokerCampaign(options: CampaignOptions): Promise<CampaignReport> {
  const { kafka, db, log, faults, between = 300, progress } = options;
  const wire = new KafkaWire(kafka, { partitions: 12, replication: Math.min(3, kafka.brokers.length) });
  const clock = { now: () => new Date() };
  const buses: EventBus[] = [];
  const traffic = new Traffic({ publish: async (events) => buses[0]?.publish(events) }, db);
  try {
    for (let replica = 0; replica < 2; replica += 1) {
      const bus = await wire.open({ logger: log, clock, joinTimeoutMs: 60_000 });
      buses.push(bus);
      bus.registerSource('catalog', traffic.ledger);
      await bus.subscribe(diarist(db));
    }
    traffic.start();
    await traffic.flows(between);
    const reports: FaultReport[] = [];
    for (const kind of faults) {
      reports.push(await hurt(kind, options, traffic));
      progress?.(JSON.stringify({ ...reports.at(-1), acknowledged: traffic.count }));
    }
    await traffic.stop();
    await traffic.flows(0);
    const problems = await traffic.problems();
    return { acknowledged: traffic.count, refused: traffic.refused, faults: reports, problems };
  } finally {
    await Promise.all(buses.map((bus) => bus.close()));
  }
}

async function hurt(
  kind: FaultKind,
  { victims, random, between = 300 }: CampaignOptions,
  traffic: Traffic,
): Promise<FaultReport> {
  const victim = victims[Math.floor(random() * victims.length)];
  if (!victim) throw new Error('A campaign needs a victim');
  const awayMs = Math.round(1_000 + random() * 6_000);
  const since = new Date();
  traffic.publishingPause();
  if (kind === 'kill') await victim.kill();
  else victim.pause();
  await sleep(awayMs);
  if (kind === 'kill') await victim.start();
  else victim.resume();
  await traffic.flows(between);
  const publishingMs = traffic.publishingPause();
  return { kind, victim: victim.name, awayMs, publishingMs, delayMs: await traffic.longestDelay(since) };
}
