import type { Job, Lane } from '../job.js';
import type { Effort } from '../kind.js';
import { flowOf, type Flow, type Slots } from './choose.js';

/** `coming`: fetched, or waits for a worker; `making`: the tool works. */
type Stage = 'coming' | 'making' | 'keeping';

export interface Try {
  job: Job;
  stage: Stage;
  lane: Lane;
  /** null while fetching, and once begun. */
  begin: (() => void) | null;
  /** Unit: milliseconds. */
  since: number;
  /** null until the tool works. */
  effort: Effort | null;
  stop: AbortController;
  ended: Promise<void>;
}

/** A drive's own results may wait longer for each other than another's. */
const OWN_FOLLOW_MS = 500;
const OTHERS_FOLLOW_MS = 250;
/** The delay at a queue's end: otherwise all wait for a large group while workers idle. */
const END_FOLLOWS_MS = 80;

/** Its result comes soon. */
const isNear = ({ stage, since }: Try): boolean =>
  stage === 'coming' || (stage === 'making' && performance.now() - since < OTHERS_FOLLOW_MS);

/** Order: as claimed. */
export class Tries {
  private readonly tries = new Set<Try>();
  private flow: Flow = 'trickles';

  constructor(private readonly workers: Readonly<Record<Lane, number>>) {}

  [Symbol.iterator](): Iterator<Try> {
    return this.tries.values();
  }

  add(job: Job, lane: Lane): Try {
    const begun: Try = {
      job,
      lane,
      stage: 'coming',
      begin: null,
      since: 0,
      effort: null,
      stop: new AbortController(),
      ended: Promise.resolve(),
    };
    this.tries.add(begun);
    return begun;
  }

  claimed(asked: number, got: number): void {
    this.flow = flowOf(this.flow, asked, got);
  }

  delete(ended: Try): void {
    ended.stage = 'keeping';
    this.tries.delete(ended);
    this.beginNext();
  }

  freeSlots(lane: Lane): Slots {
    const own = [...this.tries].filter((each) => each.lane === lane);
    return {
      lane,
      workers: this.workers[lane],
      inHand: own.length,
      coming: own.filter(({ stage }) => stage === 'coming').length,
      making: own.filter(({ stage }) => stage === 'making').length,
      inBothLanes: this.tries.size,
    };
  }

  /** How long a result may wait for those right behind it. */
  mayWaitMs({ job }: Try): number {
    const follow = [...this.tries].filter(isNear);
    if (follow.length === 0) return 0;
    if (this.flow === 'ends') return END_FOLLOWS_MS;
    return follow.some((each) => each.job.drive === job.drive) ? OWN_FOLLOW_MS : OTHERS_FOLLOW_MS;
  }

  turnOf(one: Try): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    one.begin = resolve;
    this.beginNext();
    return promise;
  }

  made(one: Try): void {
    one.stage = 'keeping';
    this.beginNext();
  }

  /** The quick try at work that has taken most. */
  longest(): Try | undefined {
    return [...this.tries]
      .filter(({ lane, stage, stop }) => lane === 'quick' && stage === 'making' && !stop.signal.aborted)
      .sort((a, b) => effortOf(b) - effortOf(a))[0];
  }

  stepAside(one: Try): void {
    one.lane = 'slow';
    this.beginNext();
  }

  private beginNext(): void {
    const free = { ...this.workers };
    for (const { stage, lane } of this.tries) if (stage === 'making') free[lane] -= 1;
    for (const each of this.tries) {
      if (!each.begin || free[each.lane] <= 0) continue;
      free[each.lane] -= 1;
      each.stage = 'making';
      each.since = performance.now();
      each.begin();
      each.begin = null;
    }
  }
}

/** -1 before its tool has begun. */
export const effortOf = ({ effort }: Try): number => effort?.() ?? -1;
