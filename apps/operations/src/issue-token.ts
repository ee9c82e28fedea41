import { DomainError, gatewayCalls } from '@skyshelf/contracts';
import { ask } from '@skyshelf/peers';
import { readName } from '@skyshelf/local-identity';
import { z } from 'zod';
import type { Installation } from './installation.js';
import { parseInput } from './commands/command.js';

const input = z.strictObject({ user: z.string().min(1).max(200) });

export interface IssuedToken {
  access_token: string;
  id_token: string;
  /** Unit: milliseconds since the epoch. */
  expires_at: number;
}

/**
 * `Alice Moreau` is `alice-moreau`, as at the local identity provider; created on first use.
 * @throws DomainError `input.invalid`: no letter or digit
 */
export async function issueToken(
  { peers }: Pick<Installation, 'peers'>,
  given: unknown,
): Promise<IssuedToken> {
  const known = readName(parseInput(input, given).user);
  if (!known)
    throw new DomainError('input.invalid', { field: 'user', message: 'A name needs a letter or a digit.' });
  const body = { user: known.id };
  const { accessToken, idToken, expiresAt } = await ask(peers, gatewayCalls.issueToken, { body });
  return { access_token: accessToken, id_token: idToken, expires_at: expiresAt };
}
