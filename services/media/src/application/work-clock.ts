import { AsyncLocalStorage } from 'node:async_hooks';
import { effortOf, passedTime } from '../domain/work-time.js';

export interface ProcessorUse {
  usedMs: number;
  /** It would go on if the machine let it: it waits for a processor or a disk, or was stopped. */
  isHeldUp: boolean;
}

/** Null where the machine doesn't say, or once the program has ended. */
export type ReadProcessorUse = () => ProcessorUse | null;

/** Milliseconds spent on a source. */
export type Effort = () => number;

/** Milliseconds; a look takes about 0.3 ms. */
const LOOK_MS = 200;
/** A look counts so long where pools ask. */
const FRESH_MS = 100;

/**
 * The time of a try (docs/decisions/083). While its programs wait for a processor it runs only as fast as they
 * get one: a busy minute is no minute of work. While they wait for something else, or none runs, it runs like
 * any clock. Where the machine doesn't say, it runs at a fifth.
 */
export class WorkClock {
  workedMs = 0;
  /** Milliseconds of waiting for something else than the machine. */
  idleMs = 0;
  private readonly programs = new Set<{ read: ReadProcessorUse; usedMs: number }>();
  private readonly began: number;
  private lookedAt: number;

  /** @param now only goes forward, milliseconds */
  constructor(private readonly now: () => number = () => performance.now()) {
    this.began = this.lookedAt = now();
  }

  /** The time that counts towards a limit. */
  get ms(): number {
    return this.workedMs + this.idleMs;
  }

  get passedMs(): number {
    return this.now() - this.began;
  }

  /**
   * @param usedMs by earlier work
   * @returns ends it
   */
  watch(read: ReadProcessorUse, usedMs = 0): () => void {
    // What passed before was not this program's.
    this.look();
    const program = { read, usedMs };
    this.programs.add(program);
    return () => {
      this.lookUnlessFresh();
      this.programs.delete(program);
    };
  }

  /** Measures work from now on. Idle time counts little, so the result tells whether the source is a long one. */
  effort(): Effort {
    const { workedMs, idleMs } = this;
    return () => {
      this.lookUnlessFresh();
      return effortOf(this.workedMs - workedMs, this.idleMs - idleMs);
    };
  }

  /**
   * Looks until it is ended.
   * @returns ends it
   */
  onLook(looked: () => void): () => void {
    const timer = setInterval(() => {
      this.lookUnlessFresh();
      looked();
    }, LOOK_MS);
    return () => clearInterval(timer);
  }

  look(): void {
    const passed = this.now() - this.lookedAt;
    this.lookedAt += passed;
    const uses = [...this.programs].map((program) => {
      const use = program.read();
      const before = program.usedMs;
      program.usedMs = Math.max(before, use?.usedMs ?? 0);
      return { usedMs: program.usedMs - before, isHeldUp: use?.isHeldUp ?? false, isUnknown: use === null };
    });
    const { workedMs, idleMs } = passedTime(passed, uses, 2 * LOOK_MS);
    this.workedMs += workedMs;
    this.idleMs += idleMs;
  }

  private lookUnlessFresh(): void {
    if (this.now() - this.lookedAt >= FRESH_MS) this.look();
  }
}

const ofTry = new AsyncLocalStorage<WorkClock>();

/** Gives the clock of the calling try, or a new one outside of any. */
export const workClock = (): WorkClock => ofTry.getStore() ?? new WorkClock();

/** Counts everything that `work` starts on this clock. */
export const onClock = <T>(clock: WorkClock, work: () => T): T => ofTry.run(clock, work);
