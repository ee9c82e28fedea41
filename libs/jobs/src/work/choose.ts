import type { Lane } from '../job.js';

/** Milliseconds that early claims cover. */
const AHEAD_MS = 300;
/** The weight of the latest job. */
const WEIGHT = 0.2;
/** A smaller claim says nothing about a queue. */
const LEAST_FULL = 8;
/** Including those whose results are being kept. */
const MOST_IN_HAND = 128;
/** Milliseconds: the other kind's hostile file must not hold one back for ever. */
const HELD_BACK_MS = 5000;

/** A lane's workers and tries. */
export interface Slots {
  lane: Lane;
  workers: number;
  inHand: number;
  coming: number;
  making: number;
  inBothLanes: number;
}

interface Claim {
  most: number;
  /** In one claim, standing back for other drives. */
  together: boolean;
}

export const isFree = ({ making, workers }: Slots): boolean => making < workers;

/** How long jobs take, milliseconds; null: not known yet. */
export const averageOf = (before: number | null, ms: number): number =>
  before === null ? ms : before + WEIGHT * (ms - before);

/** A first job begins at once; several follow in one claim. */
export function claimFor(slots: Slots, averageMs: number | null, mostAhead?: number): Claim | null {
  const maybeAhead = slots.lane === 'quick' && mostAhead !== undefined;
  const ahead = maybeAhead ? aheadOf(slots, averageMs, mostAhead) : 0;
  const most = room(slots, ahead);
  if (most <= 0) return null;
  // Also before the first has shown what jobs take.
  const together = maybeAhead && (averageMs === null || ahead > 0) && slots.inHand > 0 && most > 1;
  return { most, together };
}

const aheadOf = ({ workers }: Slots, averageMs: number | null, most: number): number =>
  averageMs === null ? 0 : Math.min(most, Math.floor((AHEAD_MS * workers) / Math.max(1, averageMs)));

/** Ahead of free workers when half of the last such claim has begun. */
function room({ workers, inHand, coming, making, inBothLanes }: Slots, ahead: number): number {
  if (ahead === 0) return workers - inHand;
  if (coming > ahead / 2) return 0;
  const wanted = workers + ahead - coming - making;
  const most = MOST_IN_HAND - inBothLanes;
  // While results are slow to be kept, each end makes room for one more.
  return most < wanted && coming > 0 ? 0 : Math.min(wanted, most);
}

/** `ends`: behind full claims one has found fewer. */
export type Flow = 'trickles' | 'fills claims' | 'ends';

export function flowOf(before: Flow, asked: number, got: number): Flow {
  if (got === asked) return asked >= LEAST_FULL ? 'fills claims' : before;
  if (before === 'fills claims') return 'ends';
  return got === 0 ? before : 'trickles';
}

/** If the slow workers are busy it is interrupted, or goes on in addition. */
export function preemption(slow: Slots, mostAtOnce?: number): 'move' | 'interrupt' | 'stay' {
  if (isFree(slow)) return 'move';
  if (mostAtOnce === undefined) return 'interrupt';
  return slow.inBothLanes < mostAtOnce ? 'move' : 'stay';
}

/** null: it may begin. */
export function heldBackSince(since: number | null, isOtherBusy: boolean, now: number): number | null {
  if (!isOtherBusy) return null;
  if (since === null) return now;
  return now - since < HELD_BACK_MS ? since : null;
}

export interface PollState {
  isStopped: boolean;
  poll: 'idle' | 'running' | 'repeat';
  /** An answer was lost: this process may hold leases of jobs that it does not know. */
  isUnsure: boolean;
  /** Slow jobs are polled from time to time, and right after one ends. */
  mayHaveSlow: boolean;
}

export const stopped: PollState = { isStopped: true, poll: 'idle', isUnsure: false, mayHaveSlow: true };

const changes = {
  started: () => ({ isStopped: false }),
  stopped: () => ({ isStopped: true }),
  woken: ({ isStopped, poll }) => (isStopped ? {} : { poll: poll === 'idle' ? 'running' : 'repeat' }),
  pollBegan: () => ({ poll: 'running' }),
  pollEnded: () => ({ poll: 'idle' }),
  slowMayWait: () => ({ mayHaveSlow: true }),
  noSlowWaits: () => ({ mayHaveSlow: false }),
  answerLost: () => ({ isUnsure: true }),
  unknownLetGo: () => ({ isUnsure: false }),
} satisfies Record<string, (state: PollState) => Partial<PollState>>;

export type PollEvent = keyof typeof changes;

export const evolve = (state: PollState, event: PollEvent): PollState => ({
  ...state,
  ...changes[event](state),
});

export const pollsAgain = ({ poll, isStopped }: PollState): boolean => poll === 'repeat' && !isStopped;
