import { DomainError } from '@skyshelf/contracts';
import { readName } from '@skyshelf/local-identity';

/**
 * `Alice Moreau` is `local|alice-moreau`, as at the local identity provider; `github|4711` stays.
 * @throws DomainError `input.invalid` for a name without a letter or a digit
 */
export function subOf(user: string): string {
  if (user.includes('|')) return user;
  const known = readName(user);
  if (known) return `local|${known.id}`;
  throw new DomainError('input.invalid', { field: 'user', message: 'A name needs a letter or a digit.' });
}
