import type { Lane } from '../job.js';

/** Milliseconds that early claims cover. */
const AHEAD_MS = 300;
/** Weight of the latest job. */
const WEIGHT = 0.2;
/** A smaller claim says nothing about a queue. */
const LEAST_FULL = 8;
/** Including those whose results are being kept. */
const MOST_IN_HAND = 128;
/** Milliseconds: the other kind's hostile file must not hold one back for ever. */
const HELD_BACK_MS = 5000;

/** A lane's workers and tries. */
export interface Hands {
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

export const isFree = ({ making, workers }: Hands): boolean => making < workers;

/** How long jobs take, milliseconds; null: not known yet. */
export const averageOf = (before: number | null, ms: number): number =>
  before === null ? ms : before + WEIGHT * (ms - before);

/** A first job begins at once; several follow in one claim. */
export function claimFor(hands: Hands, averageMs: number | null, mostAhead?: number): Claim | null {
  const maybeAhead = hands.lane === 'quick' && mostAhead !== undefined;
  const ahead = maybeAhead ? aheadOf(hands, averageMs, mostAhead) : 0;
  const most = room(hands, ahead);
  if (most <= 0) return null;
  // Also before the first has shown what jobs take.
  const together = maybeAhead && (averageMs === null || ahead > 0) && hands.inHand > 0 && most > 1;
  return { most, together };
}

const aheadOf = ({ workers }: Hands, averageMs: number | null, most: number): number =>
  averageMs === null ? 0 : Math.min(most, Math.floor((AHEAD_MS * workers) / Math.max(1, averageMs)));

/** Ahead of free workers when half of the last such claim has begun. */
function room({ workers, inHand, coming, making, inBothLanes }: Hands, ahead: number): number {
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
export function stepsAside(slow: Hands, mostAtOnce?: number): 'moves' | 'is interrupted' | 'stays' {
  if (isFree(slow)) return 'moves';
  if (mostAtOnce === undefined) return 'is interrupted';
  return slow.inBothLanes < mostAtOnce ? 'moves' : 'stays';
}

/** null: it may begin. */
export function heldBackSince(since: number | null, isOtherBusy: boolean, now: number): number | null {
  if (!isOtherBusy) return null;
  if (since === null) return now;
  return now - since < HELD_BACK_MS ? since : null;
}

export interface Looks {
  isStopped: boolean;
  look: 'none' | 'under way' | 'to be repeated';
  /** An answer was lost: there may be jobs that no one works on. */
  isUnsure: boolean;
  /** Looked for from time to time, and right after one. */
  mayHaveSlow: boolean;
}

export const stopped: Looks = { isStopped: true, look: 'none', isUnsure: false, mayHaveSlow: true };

const changes = {
  started: () => ({ isStopped: false }),
  stopped: () => ({ isStopped: true }),
  woken: ({ isStopped, look }) =>
    isStopped ? {} : { look: look === 'none' ? 'under way' : 'to be repeated' },
  lookBegan: () => ({ look: 'under way' }),
  lookEnded: () => ({ look: 'none' }),
  slowMayWait: () => ({ mayHaveSlow: true }),
  noSlowWaits: () => ({ mayHaveSlow: false }),
  answerLost: () => ({ isUnsure: true }),
  unknownLetGo: () => ({ isUnsure: false }),
} satisfies Record<string, (looks: Looks) => Partial<Looks>>;

export type LookEvent = keyof typeof changes;

export const evolve = (looks: Looks, event: LookEvent): Looks => ({ ...looks, ...changes[event](looks) });

export const looksAgain = ({ look, isStopped }: Looks): boolean => look === 'to be repeated' && !isStopped;
