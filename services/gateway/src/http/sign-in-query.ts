import { z } from 'zod';

/** What `/auth/…` is called with, by the page and by providers; of what else they add, nothing counts. A doubled parameter is no text and so refused. */
const signInQuery = z.object({
  returnTo: z.string().max(200).optional(),
  prompt: z.string().max(40).optional(),
  /** A random value that the page keeps in this browser and wants back with the tokens. */
  clientState: z
    .string()
    .regex(/^[\w-]{22,64}$/)
    .optional(),
  /** Set by ourselves when a browser was redirected to the public address. */
  moved: z.string().max(4).optional(),
  code: z.string().max(4096).optional(),
  state: z.string().max(200).optional(),
  error: z.string().max(200).optional(),
});
export type SignInQuery = z.infer<typeof signInQuery>;

export function readSignInQuery(query: unknown): SignInQuery | null {
  const parsed = signInQuery.safeParse(query);
  return parsed.success ? parsed.data : null;
}
