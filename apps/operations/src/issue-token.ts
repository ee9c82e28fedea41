import { DomainError } from '@skyshelf/contracts';
import { readName } from '@skyshelf/local-identity';
import { z } from 'zod';
import type { Installation } from './installation.js';
import { parseInput } from './parse-input.js';

const input = z.strictObject({ user: z.string().min(1).max(200) });
const issued = z.object({ accessToken: z.string(), idToken: z.string(), expiresAt: z.number() });

export interface IssuedToken {
  access_token: string;
  id_token: string;
  /** Milliseconds since the epoch. */
  expires_at: number;
}

/**
 * A token for whoever would sign in under this name at the local identity provider: `Alice Moreau` there is `alice-moreau` here too. The account is
 * created on first use.
 * @throws DomainError `input.invalid` for a name without a letter or a digit
 */
export async function issueToken(
  { peers }: Pick<Installation, 'peers'>,
  body: unknown,
): Promise<IssuedToken> {
  const known = readName(parseInput(input, body).user);
  if (!known)
    throw new DomainError('input.invalid', { field: 'user', message: 'A name needs a letter or a digit.' });
  const answer = await peers.json('gateway', '/internal/token', { method: 'POST', body: { user: known.id } });
  const { accessToken, idToken, expiresAt } = issued.parse(answer);
  return { access_token: accessToken, id_token: idToken, expires_at: expiresAt };
}
