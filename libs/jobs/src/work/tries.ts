import type { Job, Lane } from '../job.js';
import type { Effort } from '../kind.js';

/** How far a try is: `coming` until its source is there and a worker is free, `making` while its tool works, then its result is kept. */
type Stage = 'coming' | 'making' | 'keeping';

/** A try under way. */
export interface Try {
  job: Job;
  stage: Stage;
  /** Which workers it keeps busy: one that takes long may change over. */
  lane: Lane;
  /** Lets it begin with its tool; null while its source is fetched, and when it has begun. */
  begin: (() => void) | null;
  /** When it began, milliseconds. */
  since: number;
  /** What its tool has taken; null while its source is fetched and its tool starts. */
  effort: Effort | null;
  stop: AbortController;
  ended: Promise<void>;
}

/** The tries of a pool, in the order they were claimed in. */
export class Tries {
  private readonly tries = new Set<Try>();

  constructor(readonly workers: Readonly<Record<Lane, number>>) {}

  [Symbol.iterator](): Iterator<Try> {
    return this.tries.values();
  }

  get count(): number {
    return this.tries.size;
  }

  add(job: Job, lane: Lane): Try {
    const begun: Try = {
      ...{ job, lane, stage: 'coming', begin: null, since: 0, effort: null },
      ...{ stop: new AbortController(), ended: Promise.resolve() },
    };
    this.tries.add(begun);
    return begun;
  }

  delete(ended: Try): void {
    ended.stage = 'keeping';
    this.tries.delete(ended);
    this.beginNext();
  }

  inHand(lane: Lane): number {
    return [...this.tries].filter((each) => each.lane === lane).length;
  }

  inStage(lane: Lane, stage: Stage): number {
    return [...this.tries].filter((each) => each.lane === lane && each.stage === stage).length;
  }

  /** Whether one of these workers has nothing to make. */
  isFree(lane: Lane): boolean {
    return this.inStage(lane, 'making') < this.workers[lane];
  }

  /** Whether some wait for a worker. */
  queueStands(): boolean {
    return [...this.tries].some(({ stage }) => stage === 'coming');
  }

  /** Waits for a worker. Those begin first that were claimed first. */
  turnOf(one: Try): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    one.begin = resolve;
    this.beginNext();
    return promise;
  }

  /** The worker of a try is free again while its result is kept. */
  made(one: Try): void {
    one.stage = 'keeping';
    this.beginNext();
  }

  /** Of the quick tries whose tool works the one that has taken most. */
  longest(): Try | undefined {
    return [...this.tries]
      .filter(({ lane, stage, stop }) => lane === 'quick' && stage === 'making' && !stop.signal.aborted)
      .sort((a, b) => effortOf(b) - effortOf(a))[0];
  }

  /** A quick try goes over to the workers for what takes long. */
  stepAside(one: Try): void {
    one.lane = 'slow';
    this.beginNext();
  }

  private beginNext(): void {
    for (const each of this.tries) {
      if (!each.begin || !this.isFree(each.lane)) continue;
      each.stage = 'making';
      each.since = performance.now();
      each.begin();
      each.begin = null;
    }
  }
}

/** Of a try, milliseconds; none before its tool has begun. */
export const effortOf = ({ effort }: Try): number => effort?.() ?? -1;
