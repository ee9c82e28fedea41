import type { Clock } from '@skyshelf/tokens';

/** For how long a command holds its drive: from the first read on, for before it only waited for its turn. */
export class HeldTime {
  private since: number | null = null;

  constructor(private readonly clock: Clock) {}

  begin(): void {
    this.since ??= this.clock.now().getTime();
  }

  /** Milliseconds. */
  ms(): number {
    return this.since === null ? 0 : this.clock.now().getTime() - this.since;
  }
}
