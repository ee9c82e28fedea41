import type { DerivativeKind } from '@skyshelf/contracts';

/** Another try would end the same way. */
export class JobRefusal extends Error {
  constructor(
    /** The user sees it. */
    readonly reason: string,
    cause?: unknown,
    /** It took too long: at another time it may end well. */
    readonly isForTime = false,
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
    /** The user sees it; the default follows from `why`. */
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

/** Says nothing about the job: the machine has let it do hardly anything. */
export class HeldUp extends Error {
  constructor() {
    super('The machine was too busy with other work.');
    this.name = 'HeldUp';
  }
}

const words = {
  died: 'The worker has died.',
  tooSlow: 'The time was up.',
  tooMuch: 'It took too much memory.',
} as const;

const nouns: Record<DerivativeKind, string> = {
  thumbnail: 'thumbnail',
  thumbnail2x: 'thumbnail',
  preview: 'preview',
  pdf: 'PDF',
  mp4: 'playable video',
  still: 'thumbnail',
  largeStill: 'preview',
  clip: 'moving thumbnail',
  scrub: 'moving thumbnail',
  cover: 'thumbnail',
  page: 'thumbnail',
  excerpt: 'thumbnail',
  picture: 'thumbnail',
  frame1: 'thumbnail',
  frame2: 'thumbnail',
  frame3: 'thumbnail',
  website: 'thumbnail',
};

const nounOf = (kind: DerivativeKind): string => nouns[kind];

/** The user sees them. */
export const reasonsOf = (kind: DerivativeKind) => ({
  tooLarge: `The file is too large for a ${nounOf(kind)}.`,
  tooManyPixels: `The image has too many pixels for a ${nounOf(kind)}.`,
  tooSlow: `Making the ${nounOf(kind)} took too long.`,
  died: `Making the ${nounOf(kind)} took more than is allowed.`,
  tooMuch: `Making the ${nounOf(kind)} took more memory than is allowed.`,
  failed: `The ${nounOf(kind)} could not be made.`,
});

/** For time, or because workers died: also of jobs given up before `JobRefusal.isForTime` was. */
export const mayRetry = (reason: string | null): boolean =>
  /(took too long|could not be made)\.$/.test(reason ?? '');

/** Reasons told before these words have inner names, such as `thumbnail2x`. */
export const userMessage = (reason: string, kind: DerivativeKind): string =>
  /[A-Z\d]/.test(kind) && kind !== 'mp4' ? reason.replace(kind, nounOf(kind)) : reason;
