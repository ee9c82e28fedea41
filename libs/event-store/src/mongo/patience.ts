import { performance } from 'node:perf_hooks';
import { DomainError } from '@skyshelf/contracts';

/** How long a batch of commands is tried before its callers hear `drive.busy`, and that the same operation id is safe. Milliseconds. */
export interface PatienceLimits {
  /** While few commands wait behind it: a slow disk or a change of primary is over by then. */
  alone: number;
  /** While many wait behind it: they must not all wait in vain. */
  crowded: number;
}

export const PATIENCE: PatienceLimits = { alone: 10_000, crowded: 2_000 };

/** What an attempt that is under way at that moment may take in addition. */
const GRACE_MS = 500;
const LOOK_EVERY_MS = 250;

/** The time that a batch of commands has. How crowded its drive's queue is may change while it is tried. */
export class Patience {
  private readonly started = performance.now();

  /** @param spent milliseconds that the first command of the batch has waited already */
  constructor(
    private readonly limits: PatienceLimits = PATIENCE,
    private readonly isCrowded: () => boolean = () => false,
    private readonly spent = 0,
  ) {}

  /** Whether it will be over in so many milliseconds. */
  endsWithin(ms: number): boolean {
    return this.left() < ms;
  }

  /**
   * Ends the wait for work that hangs: the driver has no limit of its own for an operation on a connection that keeps silent. The work itself may still
   * come through later, which the operation id makes harmless.
   * @throws DomainError `drive.busy`
   */
  async limit<T>(work: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    // A bare timer: each command passes here, and to abort a signal costs as much as a tenth of a command.
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
    // A command that has waited for long still gets the time of a real attempt.
    const whole = this.isCrowded() ? crowded : Math.max(crowded, alone - this.spent);
    return whole - (performance.now() - this.started);
  }
}
