import { z } from 'zod';

/** A value that is written as JSON in an environment variable. */
export const jsonText = () =>
  z.string().transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue('not JSON');
      return z.NEVER;
    }
  });
