import { z } from 'zod';

/** Other parameters are ignored; a doubled one is no text and refused. */
const signInQuery = z.object({
  returnTo: z.string().max(200).optional(),
  prompt: z.string().max(40).optional(),
  /** Random, kept by the page and returned with the tokens. */
  clientState: z
    .string()
    .regex(/^[\w-]{22,64}$/)
    .optional(),
  /** Set by us after a redirect to the public address. */
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
