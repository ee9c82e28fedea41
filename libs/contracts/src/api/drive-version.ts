import { z } from 'zod';

/** A version of the drive as a query holds it: digits, read as a number. */
export const driveVersion = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);
