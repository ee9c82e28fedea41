import { ApiFailure } from '../../shared/api/api-error.js';
import type { UploadEnvironment } from './upload-port.js';

/** Tries of one step without any progress before a file counts as failed. */
const MOST = 8;

/** The tries of one step. Being told to wait costs none, and neither does a connection that is lost while nobody sees the page. */
export class Tries {
  #spent = 0;
  #waits = 0;

  constructor(private readonly environment: Pick<UploadEnvironment, 'waitBeforeTry' | 'isHidden'>) {}

  /** There was progress. */
  startAgain(): void {
    this.#spent = 0;
    this.#waits = 0;
  }

  /**
   * Waits before the next try, as long as the server says, and longer each time.
   * @throws the failure, when all tries are spent
   */
  async waitAfter(failure: unknown, signal: AbortSignal): Promise<void> {
    const { status, retryAfterMs } =
      failure instanceof ApiFailure ? failure.error : { status: undefined, retryAfterMs: undefined };
    const isFree = status === 429 || (status === 0 && this.environment.isHidden());
    if (!isFree) this.#spent += 1;
    if (this.#spent >= MOST) throw failure;
    this.#waits += 1;
    await this.environment.waitBeforeTry(this.#waits, signal, retryAfterMs);
  }
}
