/** What is claimed ahead takes about so long, milliseconds: what comes now waits no longer for it. */
const AHEAD_MS = 300;
/** How much the last job counts. */
const WEIGHT = 0.2;

/** How many jobs are to be claimed ahead, by how long jobs have taken. */
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
