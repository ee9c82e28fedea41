import { z } from 'zod';

/** In a query: digits, read as a number. */
export const driveVersion = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);
