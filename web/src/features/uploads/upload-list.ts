import { isUnsettledStatus, type Upload, type UploadStatus, uploadStatuses } from './machine/upload.js';

type Counted = Pick<Upload, 'status' | 'size' | 'sent' | 'isTaken'>;

/** Updates the totals change by change: the cost is the same for one file and 10,000. */
export class UploadTotals {
  readonly count: Record<UploadStatus, number> = perStatus();
  readonly #size: Record<UploadStatus, number> = perStatus();
  readonly #sent: Record<UploadStatus, number> = perStatus();

  /** Refused files whose name is taken. */
  taken = 0;

  /** `sign` 1 counts the item in, -1 out. */
  add({ status, size, sent, isTaken }: Counted, sign: 1 | -1): void {
    if (isTaken) this.taken += sign;
    this.count[status] += sign;
    this.#size[status] += sign * size;
    this.#sent[status] += sign * sent;
  }

  get all(): number {
    return sum(this.count, uploadStatuses);
  }
  get unsettled(): number {
    return sum(this.count, uploadStatuses.filter(isUnsettledStatus));
  }
  get bytes(): number {
    return sum(this.#size, uploadStatuses);
  }
  /** Failed and refused files do not count. */
  get counted(): number {
    return sum(this.#size, COUNTED);
  }
  get arrived(): number {
    return this.#size.done + sum(this.#sent, COUNTED) - this.#sent.done;
  }
  /** Excludes paused uploads. */
  get left(): number {
    return sum(this.#size, MOVING) - sum(this.#sent, MOVING);
  }
  get moving(): number {
    return sum(this.count, MOVING);
  }
}

const MOVING = ['sending', 'finishing', 'waiting'] as const;
const COUNTED = [...MOVING, 'paused', 'done'] as const;

function perStatus(): Record<UploadStatus, number> {
  return { waiting: 0, sending: 0, paused: 0, finishing: 0, done: 0, failed: 0, refused: 0, missing: 0 };
}

const sum = (by: Record<UploadStatus, number>, statuses: readonly UploadStatus[]): number =>
  statuses.reduce((total, status) => total + by[status], 0);

const WINDOW_MS = 5000;

export class Speed {
  #samples: { at: number; bytes: number }[] = [];

  /** @param at milliseconds */
  add(at: number, bytes: number): void {
    this.#samples.push({ at, bytes });
    this.#trim(at);
  }

  /** Unit: bytes a second. */
  at(now: number): number {
    this.#trim(now);
    const first = this.#samples[0];
    if (!first) return 0;
    const seconds = Math.max(0.5, (now - first.at) / 1000);
    return this.#samples.reduce((sum, sample) => sum + sample.bytes, 0) / seconds;
  }

  #trim(now: number): void {
    this.#samples = this.#samples.filter((sample) => now - sample.at <= WINDOW_MS);
  }
}

/** A change costs the same however many there are. */
export class ItemList {
  readonly #items = new Map<number, Upload>();
  readonly #byStatus = new Map(uploadStatuses.map((status) => [status, new Set<number>()]));
  readonly #listeners = new Set<(id: number) => void>();
  #all: readonly Upload[] | null = null;
  #order: readonly number[] | null = null;

  readonly totals = new UploadTotals();

  /** The same array until something changes. */
  readonly all = (): readonly Upload[] => (this.#all ??= [...this.#items.values()]);

  /** Order: moving ones first, then those that need the user; the same array until a status changes. */
  readonly order = (): readonly number[] => (this.#order ??= this.idsIn(...uploadStatuses));

  readonly subscribe = (listener: (id: number) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly get = (id: number): Upload | undefined => this.#items.get(id);

  readonly idsIn = (...statuses: readonly UploadStatus[]): number[] =>
    statuses.flatMap((status) => [...(this.#byStatus.get(status) ?? [])]);

  readonly taken = (): number[] => this.idsIn('refused').filter((id) => this.get(id)?.isTaken);

  show(id: number, after: Upload | undefined): void {
    const before = this.#items.get(id);
    if (before === after) return;
    if (before) this.totals.add(before, -1);
    if (after) this.totals.add(after, 1);
    if (after) this.#items.set(id, after);
    else this.#items.delete(id);
    this.#all = null;
    if (before?.status !== after?.status) {
      if (before) this.#byStatus.get(before.status)?.delete(id);
      if (after) this.#byStatus.get(after.status)?.add(id);
      this.#order = null;
    }
    for (const listener of this.#listeners) listener(id);
  }
}

/** Schedules a task before the next frame and returns how to cancel it. */
type NextFrame = (task: () => void) => void;

/** Reports changes once a frame: progress comes thousands of times a second. */
export class FrameChanges {
  readonly #changed = new Set<number>();
  readonly #all = new Set<() => void>();
  readonly #ofOne = new Map<number, Set<() => void>>();
  #asked = false;

  constructor(private readonly nextFrame: NextFrame) {}

  readonly note = (id: number): void => {
    this.#changed.add(id);
    if (this.#asked) return;
    this.#asked = true;
    this.nextFrame(this.#pass);
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  };

  subscribeTo(id: number, listener: () => void): () => void {
    const listeners = this.#ofOne.get(id) ?? new Set();
    this.#ofOne.set(id, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#ofOne.get(id) === listeners) this.#ofOne.delete(id);
    };
  }

  readonly #pass = (): void => {
    this.#asked = false;
    const changed = [...this.#changed];
    this.#changed.clear();
    for (const id of changed) for (const listener of this.#ofOne.get(id) ?? []) listener();
    for (const listener of this.#all) listener();
  };
}
