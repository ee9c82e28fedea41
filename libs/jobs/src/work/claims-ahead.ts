/** Early claims cover about so long, milliseconds: what comes now waits no longer. */
const AHEAD_MS = 300;
/** Weight of the latest job. */
const WEIGHT = 0.2;

/** Based on how long jobs have taken. */
export class ClaimsAhead {
  private averageMs: number | null = null;

  took(ms: number): void {
    this.averageMs = this.averageMs === null ? ms : this.averageMs + WEIGHT * (ms - this.averageMs);
  }

  get isKnown(): boolean {
    return this.averageMs !== null;
  }

  /** None before it is known what jobs take. */
  jobs(workers: number, most: number): number {
    if (this.averageMs === null) return 0;
    return Math.min(most, Math.floor((AHEAD_MS * workers) / Math.max(1, this.averageMs)));
  }
}
