import { DomainError } from '@skyshelf/contracts';
import { z } from 'zod';

/** @throws DomainError `input.invalid` that says what is wrong with it */
export function parseInput<T>(schema: z.ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new DomainError('input.invalid', { message: z.prettifyError(parsed.error) });
}
