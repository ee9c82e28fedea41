export interface MemoryNeed {
  expectedMb: number;
  /** No one waits for it: it gives way. */
  lowPriority: boolean;
}

/** It held more than one may, or others needed it. */
export type MemoryEnd = 'tooMuch' | 'gaveWay';

export interface Share {
  need: MemoryNeed;
  heldMb: number;
  /** The tool is kept without work. */
  idle: boolean;
  /** Null: not ended from here. */
  end: MemoryEnd | null;
  since: number;
}

export const MOST_EACH_MB = 700;
/** A tool that needs less never waits for larger ones. */
export const SMALL_MB = 128;
/** Of all memory, kept for small work. */
const SMALL_SHARE = 0.2;
/** Growth between two looks. */
const MARGIN_MB = 60;
/** Milliseconds until what no one waits for makes room. */
const MAKE_ROOM_MS = 1000;

export const mostTogether = (totalMb: number): number => totalMb - MARGIN_MB;
export const perToolLimit = (totalMb: number): number => Math.min(MOST_EACH_MB, mostTogether(totalMb));

export const isSmall = ({ expectedMb }: MemoryNeed): boolean => expectedMb <= SMALL_MB;

export const reservedMb = ({ need, heldMb, idle, end }: Share): number =>
  idle || end ? heldMb : Math.max(need.expectedMb, heldMb);

const claimed = (shares: readonly Share[]): number => shares.reduce((mb, each) => mb + reservedMb(each), 0);

/** Whether there is room for one that has waited so long, and what is to be ended for it. */
export function admission<S extends Share>(
  shares: readonly S[],
  need: MemoryNeed,
  waitedMs: number,
  totalMb: number,
): { enters: boolean; ends: readonly S[] } {
  const busy = shares.filter(({ idle }) => !idle);
  // Where nothing else works there will never be more room.
  if (busy.length === 0 || fits(busy, need, totalMb))
    return { enters: true, ends: idleFor(shares, need, totalMb) };
  const mayMakeRoom = !need.lowPriority && waitedMs > (isSmall(need) ? 0 : MAKE_ROOM_MS);
  if (!mayMakeRoom || busy.some(({ end }) => end !== null)) return { enters: false, ends: [] };
  const largest = busy
    .filter((each) => each.need.lowPriority)
    .sort((a, b) => reservedMb(b) - reservedMb(a) || b.since - a.since);
  return { enters: false, ends: largest.slice(0, 1) };
}

function fits(busy: readonly Share[], need: MemoryNeed, totalMb: number): boolean {
  const most = mostTogether(totalMb);
  if (claimed(busy) + need.expectedMb > most) return false;
  const large = busy.filter((each) => reservedMb(each) > SMALL_MB);
  const mostLarge = most - totalMb * SMALL_SHARE;
  return isSmall(need) || large.length === 0 || claimed(large) + need.expectedMb <= mostLarge;
}

/** Idle ones, as many as it takes. */
function idleFor<S extends Share>(shares: readonly S[], { expectedMb }: MemoryNeed, totalMb: number): S[] {
  let over = claimed(shares) + expectedMb - mostTogether(totalMb);
  return shares.filter((each) => {
    const goes = each.idle && over > 0;
    if (goes) over -= reservedMb(each);
    return goes;
  });
}

/**
 * Chooses what to end when all hold too much: idle tools, those that no one waits for, the largest first, then the
 * latest.
 */
export function chooseVictims<S extends Share>(shares: readonly S[], totalMb: number): S[] {
  const busy = shares.filter(({ idle }) => !idle);
  const order = [
    ...shares.filter(({ idle }) => idle),
    ...busy.filter(({ need }) => need.lowPriority).sort((a, b) => b.heldMb - a.heldMb),
    ...busy.filter(({ need }) => !need.lowPriority).sort((a, b) => b.since - a.since),
  ];
  let over = shares.reduce((sum, { heldMb }) => sum + heldMb, 0) - mostTogether(totalMb);
  return order.filter(({ heldMb }) => {
    const goes = over > 0;
    if (goes) over -= heldMb;
    return goes;
  });
}
