import type { Clock } from '@skyshelf/tokens';

/** Milliseconds a command holds its drive: from the first read, not while queued. */
export class HeldTime {
  private since: number | null = null;

  constructor(private readonly clock: Clock) {}

  begin(): void {
    this.since ??= this.clock.now().getTime();
  }

  ms(): number {
    return this.since === null ? 0 : this.clock.now().getTime() - this.since;
  }
}
