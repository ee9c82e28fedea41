import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Writing } from '../../domain/live-segments.js';
import type { ToolControl } from '../tools/run-tool.js';

export type WriteSegments = (run: {
  folder: string;
  from: number;
  signal: AbortSignal;
  onStarted(control: ToolControl): void;
}) => Promise<void>;

export class SegmentWriter implements Writing {
  next: number;
  bytes = 0;
  isApproved = true;
  hasEnded = false;
  readonly ended: Promise<void>;
  private control: ToolControl | null = null;
  private paused = false;
  private readonly stopped = new AbortController();
  private since = performance.now();
  private workedMs = 0;
  private looked = Promise.resolve(false);

  constructor(
    readonly folder: string,
    readonly from: number,
    write: WriteSegments,
  ) {
    this.next = from;
    this.ended = this.run(write);
    // Its waiters hear of it all the same.
    this.ended.catch(() => {});
  }

  has(segment: number): boolean {
    return this.isApproved && segment >= this.from && segment < this.next;
  }

  pathOf(segment: number): string {
    return join(this.folder, `${segment}.m4s`);
  }

  get head(): string {
    return join(this.folder, 'init.mp4');
  }

  /** Pauses not counted. */
  get perSecond(): number {
    return this.ms > 0 ? ((this.next - this.from) * 1000) / this.ms : 0;
  }

  get ms(): number {
    return this.workedMs + (this.paused || this.hasEnded ? 0 : performance.now() - this.since);
  }

  /** @returns whether segments have come */
  look(): Promise<boolean> {
    return (this.looked = this.looked.then(() => this.advance()));
  }

  private async advance(): Promise<boolean> {
    const before = this.next;
    for (;;) {
      const found = await stat(this.pathOf(this.next)).catch(() => null);
      if (!found) return this.next > before;
      this.bytes += found.size;
      this.next += 1;
    }
  }

  pause(): void {
    if (this.paused || this.hasEnded) return;
    this.paused = true;
    this.workedMs += performance.now() - this.since;
    this.control?.pause();
  }

  resume(): void {
    if (!this.paused) return;
    this.paused = false;
    this.since = performance.now();
    this.control?.resume();
  }

  async goesWith(other: SegmentWriter): Promise<boolean> {
    // Null while it is being removed: fits nothing.
    const heads = [this.head, other.head].map((head) => readFile(head).catch(() => null));
    const [own, others] = await Promise.all(heads);
    return own != null && others != null && own.equals(others);
  }

  async stop(): Promise<void> {
    this.stopped.abort(new Error('The writing of segments was ended.'));
    await this.ended.catch(() => {});
    // What is left goes with the run, or with the next start.
    await rm(this.folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
  }

  private async run(write: WriteSegments): Promise<void> {
    try {
      await mkdir(this.folder, { recursive: true, mode: 0o700 });
      const { folder, from } = this;
      const onStarted = (control: ToolControl) => {
        this.control = control;
        if (this.paused) control.pause();
      };
      await write({ folder, from, signal: this.stopped.signal, onStarted });
    } finally {
      await this.look();
      this.workedMs = this.ms;
      this.hasEnded = true;
    }
  }
}
