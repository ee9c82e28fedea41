/** Another try would end the same way. */
export class JobRefusal extends Error {
  constructor(
    /** For the user. */
    readonly reason: string,
    cause?: unknown,
  ) {
    super(reason, { cause });
    this.name = 'JobRefusal';
  }
}

/** The next try may end better, unless it took too much memory. */
export class TryFailure extends Error {
  constructor(
    readonly why: keyof typeof words,
    cause?: unknown,
    /** For the user; default: by `why`. */
    readonly reason?: string,
  ) {
    super(reason ?? words[why], { cause });
    this.name = 'TryFailure';
  }
}

/** Says nothing about the job: with room it may end well. */
export class WorkspaceFull extends Error {
  constructor(folder: string, cause: unknown) {
    super(`There is no room left for temporary files in ${folder}.`, { cause });
    this.name = 'WorkspaceFull';
  }
}

const words = {
  died: 'The worker has died.',
  tooSlow: 'The time was up.',
  tooMuch: 'It took too much memory.',
} as const;

/** For the user, whatever the kind. */
export const reasonsOf = (kind: string) => ({
  tooLarge: `The file is too large for a ${kind}.`,
  tooSlow: `Making the ${kind} took too long.`,
  died: `Making the ${kind} took more than is allowed.`,
  tooMuch: `Making the ${kind} took more memory than is allowed.`,
  failed: `The ${kind} could not be made.`,
});
