/** What a user reads when nothing can be made of a file. */
export const reasons = {
  unreadable: 'The file is damaged or is not an image.',
  tooManyPixels: 'The image has too many pixels for a thumbnail.',
  tooLarge: 'The file is too large for a thumbnail.',
  tooSlow: 'Making the thumbnail took too long.',
  failed: 'The thumbnail could not be made.',
} as const;

/** The file itself is the trouble: trying again would end the same way. */
export class JobRefusal extends Error {
  constructor(
    readonly reason: (typeof reasons)[keyof typeof reasons],
    cause?: unknown,
  ) {
    super(reason, { cause });
    this.name = 'JobRefusal';
  }
}
