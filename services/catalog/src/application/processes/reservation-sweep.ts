import { DomainError, type DriveId } from '@skyshelf/contracts';
import type { Logger } from '@skyshelf/telemetry';
import type { Catalog } from '../catalog.js';
import { releaseExpired } from '../commands/release-reservation.js';

/** Gives back what was kept for uploads that no one finished. */
export class ReservationSweep {
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> = Promise.resolve();
  private stopped = false;

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
    this.stopped = true;
    clearInterval(this.timer);
    await this.round;
  }

  /**
   * One round over all drives that keep something longer than they should. What fails waits for the next
   * round.
   */
  async sweep(): Promise<void> {
    const { store, clock } = this.catalog;
    try {
      for await (const drive of store.drivesWith('reservations', clock.now())) {
        if (this.stopped) return;
        await this.release(drive);
      }
    } catch (error) {
      this.logger.error({ err: error }, 'Expired reservations could not be looked for.');
    }
  }

  private async release(drive: DriveId): Promise<void> {
    try {
      await releaseExpired(this.catalog, drive);
    } catch (error) {
      if (error instanceof DomainError && error.code === 'drive.closed') return;
      this.logger.error({ err: error, drive }, 'Expired reservations of a drive could not be released.');
    }
  }
}
