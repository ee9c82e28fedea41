import { performance } from 'node:perf_hooks';
import { DomainError } from '@skyshelf/contracts';

/** Milliseconds until `drive.busy`; the same operation id is safe then. */
export interface DeadlineLimits {
  /** A slow disk or a new primary is over by then. */
  alone: number;
  /** The limit while many commands wait. */
  crowded: number;
}

export const DEFAULT_LIMITS: DeadlineLimits = { alone: 10_000, crowded: 2_000 };

/** The time for an attempt under way when the limit is reached. */
const GRACE_MS = 500;
const LOOK_EVERY_MS = 250;

/** The queue may get crowded while a batch is tried. */
export class BatchDeadline {
  private readonly started = performance.now();

  /** @param spent milliseconds the batch's first command has waited */
  constructor(
    private readonly limits: DeadlineLimits = DEFAULT_LIMITS,
    private readonly isCrowded: () => boolean = () => false,
    private readonly spent = 0,
  ) {}

  endsWithin(ms: number): boolean {
    return this.left() < ms;
  }

  /**
   * The driver has no limit on a silent connection. Work that still comes through later is harmless by its
   * operation id.
   * @throws DomainError `drive.busy`
   */
  async limit<T>(work: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    // A bare timer: an abort signal costs a tenth of a command.
    const over = new Promise<never>((_, reject) => {
      const look = () => {
        const left = this.left() + GRACE_MS;
        if (left > 0) timer = setTimeout(look, Math.min(LOOK_EVERY_MS, left + 1));
        else reject(new DomainError('drive.busy'));
      };
      look();
    });
    try {
      return await Promise.race([work, over]);
    } finally {
      clearTimeout(timer);
    }
  }

  private left(): number {
    const { alone, crowded } = this.limits;
    // One real attempt, however long it has waited.
    const whole = this.isCrowded() ? crowded : Math.max(crowded, alone - this.spent);
    return whole - (performance.now() - this.started);
  }
}
