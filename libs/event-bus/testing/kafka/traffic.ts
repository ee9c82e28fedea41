import { setTimeout as sleep } from 'node:timers/promises';
import type { DriveId, EventMessage } from '@skyshelf/contracts';
import type { Db } from 'mongodb';
import { drive, Ledger } from '../contract/ledger.js';
import { Reader, type Entry } from '../contract/reader.js';
import type { Consumer, EventBus } from '../../src/port.js';

const ordered = 'catalog.page.written';
const single = 'catalog.letter.sent';
const DRIVES = 12;
/**
 * Acknowledged events without effect, beyond which no one publishes: a slow machine is not to be measured by
 * its backlog.
 */
const MOST_BEHIND = 200;

/** A consumer that writes all of the traffic down, in transactions with its cursor. */
export function diarist(db: Db, written: () => void = () => undefined): Consumer {
  const reader = new Reader(db);
  const handler: typeof reader.diary = async (event, context) => {
    await reader.write(event, context);
    written();
  };
  return {
    name: 'storage',
    db,
    handlers: new Map([
      [ordered, handler],
      [single, handler],
    ]),
  };
}

/**
 * Events of some drives without pause; each is published until it is acknowledged, as a relay does it. Events
 * without an order show losses, since no one fetches those from their owner; ordered ones show the order.
 */
export class Traffic {
  readonly ledger = new Ledger('catalog');
  refused = 0;
  private readonly drives = Array.from({ length: DRIVES }, (_, index) => drive(`drive-${index}`));
  private readonly acknowledged = new Set<string>();
  /** Acknowledged and known to have had their effect. */
  private readonly settled = new Set<string>();
  private readonly stopping = new AbortController();
  private writing: Promise<unknown> = Promise.resolve();
  /** Time of the last acknowledgement, and the longest that there was none, milliseconds. */
  private last = performance.now();
  private longestPause = 0;
  private behind = 0;

  constructor(
    private readonly bus: Pick<EventBus, 'publish'>,
    private readonly db: Db,
    private readonly everyMs = 20,
  ) {}

  get count(): number {
    return this.acknowledged.size;
  }

  start(): void {
    this.last = performance.now();
    this.writing = Promise.all([this.watch(), ...this.drives.map((each) => this.write(each))]);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.writing;
  }

  publishingPause(): number {
    const longest = Math.max(this.longestPause, performance.now() - this.last);
    this.longestPause = 0;
    return Math.round(longest);
  }

  async flows(events: number): Promise<void> {
    const wanted = this.count + events;
    await this.until(() => this.count >= wanted, `${events} more events are acknowledged`);
    const due = new Set([...this.acknowledged].filter((id) => !this.settled.has(id)));
    await this.until(async () => (await this.settle(due)) === 0, 'all of them have had their effect');
  }

  async longestDelay(since: Date): Promise<number> {
    const made = new Map(this.ledger.events.map(({ id, at }) => [id, Date.parse(at)]));
    let longest = 0;
    for await (const { event, at } of this.db.collection<Entry>('diary').find({ at: { $gte: since } })) {
      const start = made.get(event) ?? 0;
      if (start >= since.getTime()) longest = Math.max(longest, at.getTime() - start);
    }
    return longest;
  }

  /** Lists wrong effects: an acknowledged event without one, one with two, one out of order. */
  async problems(): Promise<string[]> {
    const diary = new Reader(this.db);
    const found: string[] = [];
    for (const each of this.drives) {
      const entries = await diary.entries(each);
      const once = new Set(entries.map(({ event }) => event));
      if (once.size !== entries.length)
        found.push(`${each}: ${entries.length - once.size} effects happened twice`);
      const lost = this.ledger.events.filter(
        ({ id, drive: of }) => of === each && this.acknowledged.has(id) && !once.has(id),
      );
      if (lost.length > 0)
        found.push(`${each}: ${lost.length} acknowledged are missing, e.g. ${lost[0]?.id}`);
      const versions = entries.flatMap(({ version }) => (version === null ? [] : [version]));
      if (versions.some((version, index) => version !== index + 1)) found.push(`${each}: out of order`);
    }
    return found;
  }

  private async settle(due: Set<string>): Promise<number> {
    const found = this.db.collection<Entry>('diary').find({ event: { $in: [...due] } });
    for await (const { event } of found) {
      this.settled.add(event);
      due.delete(event);
    }
    return due.size;
  }

  private effects(): Promise<number> {
    return this.db.collection('diary').estimatedDocumentCount();
  }

  private async watch(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      this.behind = this.count - (await this.effects());
      await sleep(100);
    }
  }

  private async write(of: DriveId): Promise<void> {
    while (!this.stopping.signal.aborted) {
      if (this.behind > MOST_BEHIND) {
        // No one tries to publish: that is no pause of the brokers.
        this.last = performance.now();
        await sleep(this.everyMs);
        continue;
      }
      await this.publish([
        ...this.ledger.write(of, 1, ordered),
        this.ledger.writeSingle(of, single),
        this.ledger.writeSingle(of, single),
      ]);
      await sleep(this.everyMs);
    }
  }

  private async publish(events: readonly EventMessage[]): Promise<void> {
    for (;;) {
      try {
        await this.bus.publish(events);
        for (const { id } of events) this.acknowledged.add(id);
        const now = performance.now();
        this.longestPause = Math.max(this.longestPause, now - this.last);
        this.last = now;
        return;
      } catch {
        this.refused += 1;
        await sleep(50);
      }
    }
  }

  private async until(
    condition: () => boolean | Promise<boolean>,
    words: string,
    timeoutMs = 180_000,
  ): Promise<void> {
    const deadline = performance.now() + timeoutMs;
    while (!(await condition())) {
      if (performance.now() > deadline) throw new Error(`In vain until ${words}`);
      await sleep(250);
    }
  }
}
