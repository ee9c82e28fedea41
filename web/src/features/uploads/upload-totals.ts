import { isUnsettledStatus, uploadStatuses, type Upload, type UploadStatus } from './machine/upload.js';

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
