import { DomainError } from '@skyshelf/contracts';
import type { Logger } from '@skyshelf/telemetry';
import type { Catalog } from '../catalog.js';
import { releaseExpired } from '../commands/release-reservation.js';

/** Gives back what was kept for uploads that nobody finished. */
export class ReservationSweep {
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> = Promise.resolve();

  constructor(
    private readonly catalog: Catalog,
    private readonly logger: Pick<Logger, 'error'>,
    private readonly everyMs: number,
  ) {}

  start(): void {
    this.timer = setInterval(() => void (this.round = this.round.then(() => this.sweep())), this.everyMs);
    this.timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.round;
  }

  /** One round over all drives that keep something longer than they should. Failures wait for the next round. */
  async sweep(): Promise<void> {
    try {
      for await (const drive of this.catalog.store.drivesWith('reservations', this.catalog.clock.now())) {
        await releaseExpired(this.catalog, drive).catch(ignoreClosed);
      }
    } catch (error) {
      this.logger.error(
        { err: error },
        'Expired reservations could not be released; they will be in the next round.',
      );
    }
  }
}

function ignoreClosed(error: unknown): void {
  if (!(error instanceof DomainError) || error.code !== 'drive.closed') throw error;
}
