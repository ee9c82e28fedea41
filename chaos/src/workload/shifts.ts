/**
 * Decides when people work and when they rest. No one begins anything new after a shift has ended; a next one may
 * follow.
 */
export class Shifts {
  private working = true;
  private next = Promise.withResolvers<boolean>();

  get isOver(): boolean {
    return !this.working;
  }

  rest(): void {
    this.working = false;
  }

  goOn(): void {
    this.working = true;
    this.begin(true);
  }

  /** Ends for good. */
  end(): void {
    this.working = false;
    this.begin(false);
  }

  /** Resolves when the next shift begins, with true; with false when there is none. */
  nextBegins(): Promise<boolean> {
    return this.next.promise;
  }

  private begin(another: boolean): void {
    this.next.resolve(another);
    if (another) this.next = Promise.withResolvers<boolean>();
  }
}
