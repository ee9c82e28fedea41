import { DomainError } from '@skyshelf/contracts';
import { processTree, proportionalMb, residentMb } from './process-tree.js';

export interface MemoryNeed {
  /** What the work is likely to hold at most, MiB. */
  expectedMb: number;
  /** No one waits for it: it gives way to what someone waits for. */
  standsBack: boolean;
}

/** Why a child was ended: it held more than any may hold, or others needed what it held. */
export type MemoryEnd = 'tooMuch' | 'gaveWay';

/** A running program. */
interface Program {
  pid: number;
  kill(): void;
}

/** Of one tool, MiB. */
export const MOST_EACH_MB = 700;
/** What takes no more is small: it never waits for what takes more. */
export const SMALL_MB = 128;
/** What a program takes as a rule that is given little to do. */
export const USUAL_MB = 72;
/** Kept for what is small, of all memory. */
const SMALL_SHARE = 0.2;
/** Between two looks a program can take so much, MiB. */
const MARGIN_MB = 60;
const LOOK_MS = 50;
/** Programs start others at their beginning, as a rule; later it is looked for them at each such look only. */
const YOUNG_MS = 2000;
const TREE_EVERY = 10;
/** After so long work that no one waits for makes room, and after so long what waits is put off, milliseconds. */
const MAKE_ROOM_MS = 1000;
const MOST_WAIT_MS = 5000;

/** Room for one tool, until it is left. */
export class Room {
  /** Why its program was ended from here; null: it was not. */
  end: MemoryEnd | null = null;
  /** Its program is kept without work. */
  idle = false;
  heldMb = 0;
  readonly since = performance.now();
  private program: Program | null = null;
  private tree: number[] = [];
  private looks = 0;
  private lookedAt = -Infinity;

  constructor(
    public need: MemoryNeed,
    private readonly memory: { mostEachMb: number; left(room: Room): void; changed(): void },
  ) {}

  /** What is to be reckoned with, MiB. */
  get claimMb(): number {
    return this.idle || this.end ? this.heldMb : Math.max(this.need.expectedMb, this.heldMb);
  }

  get isOccupied(): boolean {
    return this.program !== null;
  }

  occupy(program: Program): void {
    this.program = program;
  }

  look(): void {
    if (!this.program) return;
    this.lookedAt = performance.now();
    const isYoung = this.lookedAt - this.since < YOUNG_MS;
    if (isYoung || this.looks++ % TREE_EVERY === 0) this.tree = processTree(this.program.pid);
    this.heldMb = residentMb(this.tree);
    if (this.heldMb > this.memory.mostEachMb) this.weigh();
  }

  /** Exactly, before anything is concluded: LibreOffice forks in the middle of its work. */
  weigh(): void {
    this.heldMb = proportionalMb(this.tree);
  }

  /** Its program gets work. */
  begin(need: MemoryNeed): void {
    this.need = need;
    this.idle = false;
    this.memory.changed();
  }

  /** Its program has no work. */
  rest(need: MemoryNeed): void {
    // Pictures of a queue end more often than anyone needs to look.
    if (performance.now() - this.lookedAt >= LOOK_MS) this.look();
    this.need = need;
    this.idle = true;
    this.memory.changed();
  }

  evict(why: MemoryEnd): void {
    this.end ??= why;
    this.program?.kill();
  }

  leave(): void {
    this.program = null;
    this.memory.left(this);
  }
}

const claimed = (rooms: readonly Room[]): number => rooms.reduce((mb, { claimMb }) => mb + claimMb, 0);

interface Waiting {
  need: MemoryNeed;
  since: number;
  admit(room: Room): void;
}

/**
 * The memory that all tools of this process hold together. What would not fit waits; what grows beyond what one may hold is ended for good; and when all together
 * come near the limit, programs without work are ended first, then what no one waits for, the largest first, to be tried again.
 */
export class ToolMemory {
  private readonly rooms = new Set<Room>();
  private waiting: Waiting[] = [];
  private timer: NodeJS.Timeout | null = null;

  constructor(private totalMb: number) {}

  setTotal(mb: number): void {
    this.totalMb = mb;
  }

  /** Most of one tool, MiB. */
  get mostEachMb(): number {
    return Math.min(MOST_EACH_MB, this.totalMb - MARGIN_MB);
  }

  /** What all hold now, MiB. */
  get heldMb(): number {
    return [...this.rooms].reduce((sum, { heldMb }) => sum + heldMb, 0);
  }

  /**
   * Waits until there is room.
   * @throws DomainError `service.unavailable` when there is none for long; the signal's reason
   */
  async admit({ expectedMb, standsBack }: MemoryNeed, signal?: AbortSignal): Promise<Room> {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<Room>();
    const need = { expectedMb: Math.min(expectedMb, this.mostEachMb), standsBack };
    const one: Waiting = { need, since: performance.now(), admit: resolve };
    const aborted = () => reject(signal?.reason as Error);
    signal?.addEventListener('abort', aborted, { once: true });
    const putOff = setTimeout(() => reject(noRoom()), MOST_WAIT_MS);
    // Who is waited for goes before those that stand back.
    const at = standsBack ? -1 : this.waiting.findIndex((other) => other.need.standsBack);
    this.waiting.splice(at < 0 ? this.waiting.length : at, 0, one);
    this.admitNext();
    try {
      return await promise;
    } finally {
      clearTimeout(putOff);
      signal?.removeEventListener('abort', aborted);
      const left = this.waiting.indexOf(one);
      if (left >= 0) this.waiting.splice(left, 1);
      this.admitNext();
    }
  }

  private admitNext(): void {
    let largeWaits = false;
    for (const one of [...this.waiting]) {
      const isSmall = one.need.expectedMb <= SMALL_MB;
      if (largeWaits && !isSmall) continue;
      if (this.fits(one)) this.enter(one);
      else largeWaits ||= !isSmall;
    }
    this.watch();
  }

  private enter(one: Waiting): void {
    const room = new Room(one.need, {
      mostEachMb: this.mostEachMb,
      left: (each) => {
        this.rooms.delete(each);
        this.admitNext();
      },
      changed: () => this.admitNext(),
    });
    this.rooms.add(room);
    this.waiting.splice(this.waiting.indexOf(one), 1);
    one.admit(room);
  }

  /** Whether there is room, once programs without work have gone. */
  private fits({ need, since }: Waiting): boolean {
    const all = [...this.rooms];
    const busy = all.filter(({ idle }) => !idle);
    const isSmall = need.expectedMb <= SMALL_MB;
    // Where nothing else works there will be no more room than now.
    if (busy.length > 0 && !this.fitsBusy(busy, need, isSmall)) {
      const hasWaited = performance.now() - since > (isSmall ? 0 : MAKE_ROOM_MS);
      if (!need.standsBack && hasWaited && busy.every(({ end }) => end === null))
        this.evictOne(busy.filter((room) => room.need.standsBack));
      return false;
    }
    while (claimed(all) + need.expectedMb > this.totalMb - MARGIN_MB) {
      const idle = all.findIndex((room) => room.idle);
      if (idle < 0) break;
      for (const room of all.splice(idle, 1)) room.evict('gaveWay');
    }
    return true;
  }

  private fitsBusy(busy: readonly Room[], { expectedMb }: MemoryNeed, isSmall: boolean): boolean {
    const most = this.totalMb - MARGIN_MB;
    if (claimed(busy) + expectedMb > most) return false;
    const large = busy.filter(({ claimMb }) => claimMb > SMALL_MB);
    return isSmall || large.length === 0 || claimed(large) + expectedMb <= most - this.totalMb * SMALL_SHARE;
  }

  private evictOne(rooms: readonly Room[]): void {
    [...rooms].sort((a, b) => b.claimMb - a.claimMb || b.since - a.since)[0]?.evict('gaveWay');
  }

  /** Programs without work don't grow. */
  private watch(): void {
    const works = this.waiting.length > 0 || [...this.rooms].some(({ idle }) => !idle);
    if (works) this.timer ??= setInterval(() => this.look(), LOOK_MS).unref();
    else if (this.timer) {
      clearInterval(this.timer);
      this.timer = null;
    }
  }

  private look(): void {
    for (const room of this.rooms) {
      room.look();
      if (room.heldMb > this.mostEachMb) room.evict('tooMuch');
    }
    this.relieve();
    this.admitNext();
  }

  private relieve(): void {
    const here = [...this.rooms].filter(({ end, isOccupied }) => end === null && isOccupied);
    const most = this.totalMb - MARGIN_MB;
    if (this.heldMb > most) for (const room of here) room.weigh();
    let held = here.reduce((sum, { heldMb }) => sum + heldMb, 0);
    const order = [
      ...here.filter(({ idle }) => idle),
      ...here.filter((room) => !room.idle && room.need.standsBack).sort((a, b) => b.heldMb - a.heldMb),
      ...here.filter((room) => !room.idle && !room.need.standsBack).sort((a, b) => b.since - a.since),
    ];
    for (const room of order) {
      if (held <= most) return;
      held -= room.heldMb;
      room.evict('gaveWay');
    }
  }
}

const noRoom = (): Error =>
  new DomainError('service.unavailable', { message: 'The tools have no memory left for this just now.' });

/** That of this process. */
export const toolMemory = new ToolMemory(1200);
