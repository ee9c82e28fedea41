import { DomainError } from '@skyshelf/contracts';
import { processTree, proportionalMb, residentMb } from './process-tree.js';

export interface MemoryNeed {
  /** Likely at most. */
  expectedMb: number;
  /** No one waits for it: it gives way. */
  standsBack: boolean;
}

/** It held more than one may, or others needed it. */
export type MemoryEnd = 'tooMuch' | 'gaveWay';

interface Program {
  pid: number;
  kill(): void;
}

export const MOST_EACH_MB = 700;
/** Never waits for what takes more. */
export const SMALL_MB = 128;
/** A program with little to do. */
export const USUAL_MB = 72;
/** Of all memory, kept for small work. */
const SMALL_SHARE = 0.2;
/** Growth between two looks. */
const MARGIN_MB = 60;
const LOOK_MS = 50;
/** Programs mostly start others early; later ones are found at such looks. */
const YOUNG_MS = 2000;
const TREE_EVERY = 10;
/** Milliseconds: what no one waits for makes room, what waits is put off. */
const MAKE_ROOM_MS = 1000;
const MOST_WAIT_MS = 5000;

/** For one tool. */
export class Room {
  /** Null: not ended from here. */
  end: MemoryEnd | null = null;
  /** Kept without work. */
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

  /** To reckon with. */
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

  /** Before anything is concluded: LibreOffice forks in the middle of its work. */
  weigh(): void {
    this.heldMb = proportionalMb(this.tree);
  }

  begin(need: MemoryNeed): void {
    this.need = need;
    this.idle = false;
    this.memory.changed();
  }

  rest(need: MemoryNeed): void {
    // A queue's pictures end too often.
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
 * Of this process. What doesn't fit waits; what grows beyond its limit is ended for good; near the total,
 * idle programs end first, then what no one waits for, largest first, to be tried again.
 */
export class ToolMemory {
  private readonly rooms = new Set<Room>();
  private waiting: Waiting[] = [];
  private timer: NodeJS.Timeout | null = null;

  constructor(private totalMb: number) {}

  setTotal(mb: number): void {
    this.totalMb = mb;
  }

  get mostEachMb(): number {
    return Math.min(MOST_EACH_MB, this.totalMb - MARGIN_MB);
  }

  get heldMb(): number {
    return [...this.rooms].reduce((sum, { heldMb }) => sum + heldMb, 0);
  }

  /** @throws DomainError `service.unavailable` when there is no room for long; the signal's reason */
  async admit({ expectedMb, standsBack }: MemoryNeed, signal?: AbortSignal): Promise<Room> {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<Room>();
    const need = { expectedMb: Math.min(expectedMb, this.mostEachMb), standsBack };
    const one: Waiting = { need, since: performance.now(), admit: resolve };
    const aborted = () => reject(signal?.reason as Error);
    signal?.addEventListener('abort', aborted, { once: true });
    const putOff = setTimeout(() => reject(noRoom()), MOST_WAIT_MS);
    // Before those that stand back.
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

  /** Once idle programs have gone. */
  private fits({ need, since }: Waiting): boolean {
    const all = [...this.rooms];
    const busy = all.filter(({ idle }) => !idle);
    const isSmall = need.expectedMb <= SMALL_MB;
    // Where nothing else works there will never be more room.
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

  /** Idle programs don't grow. */
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

/** Of this process. */
export const toolMemory = new ToolMemory(1200);
