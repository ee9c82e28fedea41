export type Close = () => Promise<void>;

/** Closes in the opposite order. */
export class ClosingStack {
  private readonly open: Close[] = [];

  add(close: Close): void {
    this.open.push(close);
  }

  /** The first failure is thrown at the end. May be called again. */
  async closeAll(): Promise<void> {
    const failures: unknown[] = [];
    for (let close = this.open.pop(); close; close = this.open.pop()) {
      await close().catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  }
}
