import { DomainError } from '@skyshelf/contracts';
import {
  admission,
  isSmall,
  perToolLimit,
  mostTogether,
  chooseVictims,
  type MemoryEnd,
  type MemoryNeed,
  type Share,
} from '../../../domain/memory-share.js';
import { processTree, proportionalMb, residentMb } from './process-tree.js';

interface Program {
  pid: number;
  kill(): void;
}

export const USUAL_MB = 72;
const LOOK_MS = 50;
/** Most programs start others early. */
const YOUNG_MS = 2000;
/** Looks from one walk over what it has started to the next: a walk takes 0.3 ms. */
const WALK_EVERY = { young: 3, later: 10 };
const MOST_WAIT_MS = 5000;

export class Room implements Share {
  end: MemoryEnd | null = null;
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

  get isOccupied(): boolean {
    return this.program !== null;
  }

  occupy(program: Program): void {
    this.program = program;
  }

  look(): void {
    if (!this.program) return;
    this.lookedAt = performance.now();
    const every = WALK_EVERY[this.lookedAt - this.since < YOUNG_MS ? 'young' : 'later'];
    if (this.looks++ % every === 0) this.tree = processTree(this.program.pid);
    this.heldMb = residentMb(this.tree);
    if (this.heldMb > this.memory.mostEachMb) this.weigh();
  }

  /** Measures again before a decision: LibreOffice forks in the middle of its work. */
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

interface Waiting {
  need: MemoryNeed;
  since: number;
  admit(room: Room): void;
}

/**
 * Shares the memory of this process's tools. What doesn't fit waits; what grows beyond its limit is ended for good;
 * near the total, idle programs end first, then what no one waits for, largest first, to be tried again.
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
    return perToolLimit(this.totalMb);
  }

  get heldMb(): number {
    return [...this.rooms].reduce((sum, { heldMb }) => sum + heldMb, 0);
  }

  /** @throws DomainError `service.unavailable` when there is no room for long; the signal's reason */
  async admit({ expectedMb, lowPriority }: MemoryNeed, signal?: AbortSignal): Promise<Room> {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<Room>();
    const need = { expectedMb: Math.min(expectedMb, this.mostEachMb), lowPriority };
    const one: Waiting = { need, since: performance.now(), admit: resolve };
    const aborted = () => reject(signal?.reason as Error);
    signal?.addEventListener('abort', aborted, { once: true });
    const putOff = setTimeout(() => reject(noRoom()), MOST_WAIT_MS);
    // Before those that stand back.
    const at = lowPriority ? -1 : this.waiting.findIndex((other) => other.need.lowPriority);
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
      if (largeWaits && !isSmall(one.need)) continue;
      const { enters, ends } = admission(
        [...this.rooms],
        one.need,
        performance.now() - one.since,
        this.totalMb,
      );
      for (const room of ends) room.evict('gaveWay');
      if (enters) this.enter(one);
      else largeWaits ||= !isSmall(one.need);
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
    if (this.heldMb > mostTogether(this.totalMb)) for (const room of here) room.weigh();
    for (const room of chooseVictims(here, this.totalMb)) room.evict('gaveWay');
  }
}

const noRoom = (): Error =>
  new DomainError('service.unavailable', { message: 'The tools have no memory left for this just now.' });

export const toolMemory = new ToolMemory(1200);
