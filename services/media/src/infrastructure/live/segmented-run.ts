import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DomainError } from '@skyshelf/contracts';
import type { LiveRun } from '../../application/live-films.js';
import { startsSoon, playlistOf, segmentCount } from '../../domain/live-segments.js';
import { SegmentWriter, type WriteSegments } from './segment-writer.js';

/** Milliseconds between looks for new segments. */
const LOOK_MS = 40;
/** The gateway waits for a minute. */
const WAIT_MS = 30_000;
const MOST_WAITING = 32;
/** The time after which a process further on ends without a request. */
const IDLE_MS = 30_000;
const ENOUGH = 30;
const MOST_FAILURES = 2;

export interface SegmentedFilm {
  folder: string;
  duration: number;
  maxBytes: number;
  write: WriteSegments;
  /** `share` of the film is done. */
  onSegments(share: number): void;
}

/**
 * Written from beginning to end; for a player further on a second process writes from there while the first
 * stands still. Only the first one's segments are kept.
 */
export class SegmentedRun implements LiveRun {
  readonly list: string;
  private readonly count: number;
  private readonly main: SegmentWriter;
  private ahead: SegmentWriter | null = null;
  private begun = 0;
  private failures = 0;
  private waiting = 0;
  private closed = false;
  private readonly asked = { main: { at: -Infinity, segment: 0 }, ahead: { at: -Infinity, segment: 0 } };
  private changed = Promise.withResolvers<void>();
  private readonly timer: NodeJS.Timeout;
  private looking = false;

  constructor(private readonly options: SegmentedFilm) {
    const { folder, duration, write } = options;
    this.list = playlistOf(duration);
    this.count = segmentCount(duration);
    this.main = new SegmentWriter(join(folder, 'film'), 0, write);
    this.timer = setInterval(() => void this.look(), LOOK_MS);
    this.main.ended.then(
      () => this.tell(),
      () => this.tell(),
    );
  }

  get hasEnded(): boolean {
    return this.main.hasEnded;
  }

  get bytes(): number {
    return this.main.bytes + (this.ahead?.bytes ?? 0);
  }

  /** The number of segments from the first on without a gap. */
  get written(): number {
    return this.main.next;
  }

  /** Times as fast as it plays. */
  get speed(): number {
    return this.main.perSecond;
  }

  get ms(): number {
    return this.main.ms;
  }

  get segments(): string {
    return this.main.folder;
  }

  /** Throws as its process ended. */
  async whole(): Promise<void> {
    await this.main.ended;
    await this.endAhead();
  }

  next(): Promise<void> {
    return this.changed.promise;
  }

  async file(file: 'head' | number): Promise<string | null> {
    if (this.waiting >= MOST_WAITING) throw new DomainError('rate.limited');
    this.waiting += 1;
    const until = performance.now() + WAIT_MS;
    try {
      // Not one that waits for a place since left.
      for (let first = true; ; first = false) {
        if (this.closed) throw new DomainError('live.ended');
        const found = file === 'head' ? this.headPath() : this.segmentPath(file, first);
        if (found !== undefined) return found;
        const left = until - performance.now();
        if (left <= 0) throw new DomainError('live.ended');
        await within(this.changed.promise, left);
      }
    } finally {
      this.waiting -= 1;
    }
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    clearInterval(this.timer);
    this.tell();
    await Promise.all([this.main.stop(), this.endAhead()]);
    await rm(this.options.folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
  }

  /** Written in place: whole once the first segment is there. */
  private headPath(): string | undefined {
    return this.main.next > 0 ? this.main.head : undefined;
  }

  /** Undefined: it has to be waited for. */
  private segmentPath(segment: number, mayBegin: boolean): string | null | undefined {
    const { main, ahead } = this;
    const at = performance.now();
    if (main.has(segment)) {
      this.asked.main = { at, segment };
      return main.pathOf(segment);
    }
    if (segment >= this.count || main.hasEnded) return null;
    if (ahead?.has(segment)) {
      this.asked.ahead = { at, segment };
      return ahead.pathOf(segment);
    }
    if (startsSoon(main, segment, main.perSecond)) this.asked.main = { at, segment };
    else if (ahead && startsSoon(ahead, segment, ahead.perSecond)) this.asked.ahead = { at, segment };
    else if (mayBegin && main.next > 0 && this.failures < MOST_FAILURES) this.begin(segment);
    return undefined;
  }

  /** Replaces a second process that writes elsewhere. */
  private begin(segment: number): void {
    void this.endAhead();
    this.asked.ahead = { at: performance.now(), segment };
    this.begun += 1;
    const folder = join(this.options.folder, `ahead-${this.begun}`);
    const ahead = new SegmentWriter(folder, segment, this.options.write);
    ahead.isApproved = false;
    this.ahead = ahead;
    ahead.ended.catch(() => {
      if (this.ahead !== ahead) return;
      this.failures += 1;
      void this.endAhead();
    });
    this.balance();
  }

  private async endAhead(): Promise<void> {
    const { ahead } = this;
    this.ahead = null;
    if (!this.closed) this.main.resume();
    await ahead?.stop();
  }

  private async look(): Promise<void> {
    if (this.looking) return;
    this.looking = true;
    try {
      const more = await this.main.look();
      if (more) this.options.onSegments(this.main.next / this.count);
      if ((await this.lookAhead()) || more) this.tell();
      if (!this.closed) this.balance();
      if (this.main.hasEnded && !this.ahead) clearInterval(this.timer);
    } finally {
      this.looking = false;
    }
  }

  private async lookAhead(): Promise<boolean> {
    const { ahead, main } = this;
    if (!ahead) return false;
    const came = await ahead.look();
    if (!came || ahead.isApproved) return came;
    // Must fit the head that the player has.
    ahead.isApproved = await ahead.goesWith(main);
    if (ahead.isApproved || ahead !== this.ahead) return true;
    this.failures = MOST_FAILURES;
    await this.endAhead();
    return false;
  }

  /** The awaited one works, the other stands still: each would take half the machine. */
  private balance(): void {
    const { ahead, main, asked } = this;
    if (this.bytes > this.options.maxBytes && ahead) return void this.endAhead();
    if (!ahead) return;
    const now = performance.now();
    if (now - asked.ahead.at > IDLE_MS || main.next >= ahead.next) return void this.endAhead();
    const aheadIsWanted = ahead.next - asked.ahead.segment < ENOUGH && !ahead.hasEnded;
    const mainIsWanted = now - asked.main.at < IDLE_MS && main.next - asked.main.segment < NEAR_MAIN;
    if (aheadIsWanted) ahead.resume();
    else ahead.pause();
    if (aheadIsWanted && !mainIsWanted) main.pause();
    else main.resume();
  }

  private tell(): void {
    const { resolve } = this.changed;
    this.changed = Promise.withResolvers();
    resolve();
  }
}

/** Segments: so near a player waits for the film itself. */
const NEAR_MAIN = 5;

async function within(work: Promise<void>, ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([work, promise]);
  clearTimeout(timer);
}
