export class S3Refusal extends Error {
  constructor(
    readonly status: number,
    /** `NoSuchKey`, …; empty for HEAD. */
    readonly reason: string,
    message: string,
  ) {
    super(`${status} ${reason || 'without a reason'}${message && `: ${message}`}`);
    this.name = 'S3Refusal';
  }
}

export const isRefusal = (error: unknown, ...reasons: string[]): error is S3Refusal =>
  error instanceof S3Refusal && (reasons.length === 0 || reasons.includes(error.reason));

/** No connection, or no answer in time. With node:net's code. */
export class S3Silence extends Error {
  readonly code = 'ETIMEDOUT';
  constructor(
    message: string,
    /** Whether there was a connection, so that it may have been done. */
    readonly wasReached: boolean,
  ) {
    super(message);
    this.name = 'S3Silence';
  }
}
