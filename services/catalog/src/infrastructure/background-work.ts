import type { OnModuleDestroy } from '@nestjs/common';
import type { OnServiceStart } from '@skyshelf/service';
import type { Logger } from '@skyshelf/telemetry';
import type { DepthCounter } from '../application/processes/depth-counter.js';
import type { ProcessRunner } from '../application/processes/process-runner.js';
import type { ReservationSweep } from '../application/processes/reservation-sweep.js';

interface Work {
  processes: ProcessRunner;
  sweep: ReservationSweep;
  depths: DepthCounter;
}

/** A long command of which a replica has died is taken up by another one after at most twice this, milliseconds. */
const LOOK_EVERY_MS = 30_000;

/** What catalog does besides requests and events: it goes on with long commands and sweeps. */
export class BackgroundWork implements OnServiceStart, OnModuleDestroy {
  private looking: NodeJS.Timeout | undefined;
  private look: Promise<void> = Promise.resolve();

  constructor(
    private readonly logger: Logger,
    private readonly work: Work,
  ) {}

  async onServiceStart(): Promise<void> {
    const { processes, sweep } = this.work;
    sweep.start();
    await processes.resume();
    this.looking = setInterval(() => this.lookForStalled(), LOOK_EVERY_MS).unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.looking);
    await this.look;
    const { sweep, processes, depths } = this.work;
    await Promise.all([sweep.stop(), processes.stop(), depths.stop()]);
  }

  private lookForStalled(): void {
    this.look = this.look
      .then(() => this.work.processes.takeUpStalled())
      .catch((error: unknown) =>
        this.logger.warn({ err: error }, 'Stalled processes could not be looked for.'),
      );
  }
}
