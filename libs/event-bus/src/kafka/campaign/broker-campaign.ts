import { setTimeout as sleep } from 'node:timers/promises';
import type { DriveId, EventMessage } from '@skyshelf/contracts';
import type { Db } from 'mongodb';
import type { BusLog } from '../../bus-log.js';
import { drive, Ledger } from '../../contract/ledger.js';
import { Reader } from '../../contract/reader.js';
import type { EventBus } from '../../port.js';
import { createKafkaBus } from '../kafka-bus.js';
import type { KafkaSettings } from '../kafka-settings.js';

/** A broker that can be hurt. */
export interface Victim {
  name: string;
  /** Like pulling the plug. */
  kill(): Promise<void>;
  /** Stops its process without ending it. */
  pause(): void;
  resume(): void;
  start(): Promise<void>;
}

export interface CampaignOptions {
  brokers: readonly string[];
  victims: readonly Victim[];
  db: Db;
  /** Also the prefix of the topics. */
  name: string;
  log: BusLog;
  /** Faults, one after the other. */
  rounds: number;
  random: () => number;
  /** Events to be acknowledged between two faults at least. */
  betweenFaults?: number;
  progress?(line: string): void;
}

export interface CampaignReport {
  acknowledged: number;
  refused: number;
  /** Longest time in which no event was acknowledged, and in which none had its effect; milliseconds. */
  stalls: { publishing: number; effects: number };
  faults: { kind: 'kill' | 'pause'; victim: string; publishingMs: number; effectsMs: number }[];
  /** What is wrong: an acknowledged event without effect, one with two, one out of order. */
  problems: string[];
}

const DRIVES = 12;
const PARTITIONS = 12;
const ordered = 'catalog.page.written';
const single = 'catalog.letter.sent';

/** The time since something last happened, and the longest there ever was. */
class Pulse {
  count = 0;
  longest = 0;
  private last = performance.now();
  private since = 0;

  beat(): void {
    const now = performance.now();
    this.longest = Math.max(this.longest, now - this.last);
    this.since = Math.max(this.since, now - this.last);
    this.last = now;
    this.count += 1;
  }

  /** The longest since the last call. */
  lap(): number {
    const { since } = this;
    this.since = 0;
    return Math.round(since);
  }
}

/**
 * Publishes without pause while brokers are killed and stopped, and reads with two replicas of a consumer. Every event is published until it is
 * acknowledged, as a relay does it. Events without an order show losses, since nobody fetches those from their owner; ordered ones show the order.
 */
export async function runBrokerCampaign(options: CampaignOptions): Promise<CampaignReport> {
  const campaign = new BrokerCampaign(options);
  try {
    return await campaign.run();
  } finally {
    await campaign.close();
  }
}

class BrokerCampaign {
  private readonly drives = Array.from({ length: DRIVES }, (_, index) => drive(`drive-${index}`));
  private readonly ledger = new Ledger('catalog');
  private readonly acknowledged = new Set<string>();
  private readonly publishing = new Pulse();
  private readonly effects = new Pulse();
  private readonly stopping = new AbortController();
  private readonly buses: EventBus[] = [];
  private refused = 0;

  constructor(private readonly options: CampaignOptions) {}

  async run(): Promise<CampaignReport> {
    const [publisher] = await Promise.all([this.reader('one'), this.reader('two')]);
    const writing = this.drives.map((each) => this.write(publisher, each));
    const faults: CampaignReport['faults'] = [];
    for (let round = 0; round < this.options.rounds; round += 1) {
      await this.beats(this.publishing);
      await this.beats(this.effects);
      faults.push(await this.fault());
      this.options.progress?.(
        JSON.stringify({ round, acknowledged: this.publishing.count, ...faults.at(-1) }),
      );
    }
    await this.beats(this.publishing);
    this.stopping.abort();
    await Promise.all(writing);
    const problems = await this.settled();
    return {
      acknowledged: this.acknowledged.size,
      refused: this.refused,
      stalls: {
        publishing: Math.round(this.publishing.longest),
        effects: Math.round(this.effects.longest),
      },
      faults,
      problems,
    };
  }

  async close(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.buses.map((bus) => bus.close()));
  }

  private async reader(replica: string): Promise<EventBus> {
    const { brokers, name, log, db } = this.options;
    const settings: KafkaSettings = {
      brokers,
      replica,
      topicPrefix: name,
      partitions: PARTITIONS,
      replication: Math.min(3, brokers.length),
    };
    const bus = createKafkaBus({
      ...settings,
      logger: log,
      clock: { now: () => new Date() },
      joinPatienceMs: 30_000,
    });
    this.buses.push(bus);
    bus.registerSource('catalog', this.ledger);
    const diary = new Reader(db);
    const handler: typeof diary.diary = async (event, context) => {
      await diary.write(event, context);
      this.effects.beat();
    };
    await bus.subscribe({
      name: 'storage',
      db,
      handlers: new Map([
        [ordered, handler],
        [single, handler],
      ]),
    });
    return bus;
  }

  private async write(bus: EventBus, of: DriveId): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const events = [...this.ledger.write(of, 1), this.ledger.writeSingle(of), this.ledger.writeSingle(of)];
      await this.publishUntilAcknowledged(bus, events);
      await sleep(20);
    }
  }

  private async publishUntilAcknowledged(bus: EventBus, events: readonly EventMessage[]): Promise<void> {
    for (;;) {
      try {
        await bus.publish(events);
        for (const { id } of events) this.acknowledged.add(id);
        this.publishing.beat();
        return;
      } catch {
        this.refused += 1;
        await sleep(50);
      }
    }
  }

  private async fault(): Promise<CampaignReport['faults'][number]> {
    const { victims, random } = this.options;
    const victim = victims[Math.floor(random() * victims.length)];
    if (!victim) throw new Error('A campaign needs somebody to hurt');
    const kind = random() < 0.6 ? 'kill' : 'pause';
    const awayMs = 1_000 + random() * 6_000;
    this.publishing.lap();
    this.effects.lap();
    if (kind === 'kill') await victim.kill();
    else victim.pause();
    await sleep(awayMs);
    if (kind === 'kill') await victim.start();
    else victim.resume();
    await this.beats(this.publishing);
    await this.beats(this.effects);
    return {
      kind,
      victim: victim.name,
      publishingMs: this.publishing.lap(),
      effectsMs: this.effects.lap(),
    };
  }

  private async beats(pulse: Pulse): Promise<void> {
    const until = pulse.count + (this.options.betweenFaults ?? 200);
    const deadline = performance.now() + 120_000;
    while (pulse.count < until) {
      if (performance.now() > deadline) throw new Error('Nothing moves any more');
      await sleep(20);
    }
  }

  /** Waits until all acknowledged events have had their effect. @returns what is wrong then */
  private async settled(): Promise<string[]> {
    const deadline = performance.now() + 60_000;
    for (;;) {
      const problems = await this.problems();
      if (problems.length === 0 || performance.now() > deadline) return problems;
      await sleep(500);
    }
  }

  private async problems(): Promise<string[]> {
    const diary = new Reader(this.options.db);
    const found: string[] = [];
    for (const each of this.drives) {
      const ids = await diary.ids(each);
      const once = new Set(ids);
      if (once.size !== ids.length) found.push(`${each}: ${ids.length - once.size} effects happened twice`);
      const written = this.ledger.events.filter((event) => event.drive === each);
      const missing = written.filter(({ id }) => this.acknowledged.has(id) && !once.has(id));
      if (missing.length > 0)
        found.push(`${each}: ${missing.length} acknowledged are missing, e.g. ${missing[0]?.id}`);
      const versions = (await diary.versions(each)).filter((version) => version !== null);
      if (versions.some((version, index) => version !== index + 1)) found.push(`${each}: out of order`);
    }
    return found;
  }
}
