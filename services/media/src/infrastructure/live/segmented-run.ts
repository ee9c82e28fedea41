import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DomainError } from '@skyshelf/contracts';
import type { LiveRun } from '../../application/live-films.js';
import { comesSoon, playlistOf, segmentCount } from '../../domain/live-segments.js';
import { SegmentWriter, type WriteSegments } from './segment-writer.js';

/** How often it is looked for new segments, milliseconds. */
const LOOK_MS = 40;
/** How long a request waits for a segment, milliseconds; the gateway waits for a minute. */
const WAIT_MS = 30_000;
/** Requests that wait at the same time. */
const MOST_WAITING = 32;
/** Without a request for so long a process that began further on ends, milliseconds. */
const IDLE_MS = 30_000;
/** So many segments in advance of who watches are enough. */
const ENOUGH = 30;
/** Failures of processes that begin further on, after which none begins any more. */
const MOST_FAILURES = 2;

export interface SegmentedFilm {
  /** Its own. */
  folder: string;
  /** Of the film, seconds. */
  duration: number;
  /** Of all segments, bytes. */
  maxBytes: number;
  write: WriteSegments;
  /** Called when there are more segments, with the share of the film that is done. */
  onSegments(share: number): void;
}

/**
 * The segments of a film, written from its beginning to its end; and, while a player is further on than that, from there by a second process, the first one
 * standing still meanwhile. Only what the first one has written becomes the film that is kept.
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

  /** Segments of the whole film that are there, from the first one on. */
  get written(): number {
    return this.main.next;
  }

  /** How many times as fast as it plays the film is written. */
  get speed(): number {
    return this.main.perSecond;
  }

  /** For how long it has been written, milliseconds. */
  get ms(): number {
    return this.main.ms;
  }

  get segments(): string {
    return this.main.folder;
  }

  /** The whole film is written. Throws as its process has ended. */
  async whole(): Promise<void> {
    await this.main.ended;
    await this.endAhead();
  }

  /** Another segment has come, or the film is written. */
  next(): Promise<void> {
    return this.changed.promise;
  }

  async file(file: 'head' | number): Promise<string | null> {
    if (this.waiting >= MOST_WAITING) throw new DomainError('rate.limited');
    this.waiting += 1;
    const until = performance.now() + WAIT_MS;
    try {
      // Only the request itself begins a process further on; one that waits for a place that was left does not begin it again.
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

  /** It is written in place: whole when the first segment is there. */
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
    if (comesSoon(main, segment, main.perSecond)) this.asked.main = { at, segment };
    else if (ahead && comesSoon(ahead, segment, ahead.perSecond)) this.asked.ahead = { at, segment };
    else if (mayBegin && main.next > 0 && this.failures < MOST_FAILURES) this.begin(segment);
    return undefined;
  }

  /** Lets a second process write from here on, in place of one that did so elsewhere. */
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
    // Shown only when it goes with the head that the player has.
    ahead.isApproved = await ahead.goesWith(main);
    if (ahead.isApproved || ahead !== this.ahead) return true;
    this.failures = MOST_FAILURES;
    await this.endAhead();
    return false;
  }

  /** Who is waited for works; the other one stands still, since each would take half of the machine. */
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

/** Who watches at the place where the film is written waits for it. */
const NEAR_MAIN = 5;

async function within(work: Promise<void>, ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([work, promise]);
  clearTimeout(timer);
}
