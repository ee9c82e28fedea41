/** The file itself is the trouble: trying again would end the same way. */
export class JobRefusal extends Error {
  constructor(
    /** What the user reads. */
    readonly reason: string,
    cause?: unknown,
  ) {
    super(reason, { cause });
    this.name = 'JobRefusal';
  }
}

/** The worker has died over the file, or has run out of what it may use; a site could not be reached. The next try may end better, unless it took too much memory. */
export class TryFailure extends Error {
  constructor(
    readonly why: keyof typeof words,
    cause?: unknown,
    /** What the user reads when it was the last try; default: by `why`. */
    readonly reason?: string,
  ) {
    super(reason ?? words[why], { cause });
    this.name = 'TryFailure';
  }
}

const words = {
  died: 'The worker has died.',
  tooSlow: 'The time was up.',
  tooMuch: 'It took too much memory.',
} as const;

/** What a user reads when something could not be made, whatever the kind. */
export const reasonsOf = (kind: string) => ({
  tooLarge: `The file is too large for a ${kind}.`,
  tooSlow: `Making the ${kind} took too long.`,
  died: `Making the ${kind} took more than is allowed.`,
  tooMuch: `Making the ${kind} took more memory than is allowed.`,
  failed: `The ${kind} could not be made.`,
});
