import { isUnsettledStatus, type Upload, type UploadStatus, uploadStatuses } from './machine/upload.js';

type Counted = Pick<Upload, 'status' | 'size' | 'sent' | 'isTaken'>;

/** Kept up to date change by change: the same for one file and 10,000. */
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
  /** Without failed and refused ones. */
  get counted(): number {
    return sum(this.#size, COUNTED);
  }
  get arrived(): number {
    return this.#size.done + sum(this.#sent, COUNTED) - this.#sent.done;
  }
  /** Not paused. */
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

  /** Bytes a second. */
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
