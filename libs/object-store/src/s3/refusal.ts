/** What an S3 store answered instead of doing it. */
export class S3Refusal extends Error {
  constructor(
    readonly status: number,
    /** As the store names it (`NoSuchKey`, …); empty where the answer has no body, as that of HEAD. */
    readonly reason: string,
    message: string,
  ) {
    super(`${status} ${reason || 'without a reason'}${message && `: ${message}`}`);
    this.name = 'S3Refusal';
  }
}

export const isRefusal = (error: unknown, ...reasons: string[]): error is S3Refusal =>
  error instanceof S3Refusal && (reasons.length === 0 || reasons.includes(error.reason));

/** The connection failed, or no one answered in time. Its code is one of node:net. */
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
