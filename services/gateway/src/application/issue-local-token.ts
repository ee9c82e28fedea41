import { DomainError } from '@skyshelf/contracts';
import { readProfile } from '../domain/profile.js';
import type { Tokens } from '../infrastructure/token-signer.js';
import type { OpenAccount } from './open-account.js';
import type { StartSession } from './start-session.js';

/** A token for scripts, asked for by whoever holds the installation's secret. Opens the account on first use. */
export class IssueLocalToken {
  constructor(
    private readonly openAccount: OpenAccount,
    private readonly startSession: StartSession,
  ) {}

  /** @param user the name at the local identity provider: `alice` becomes `local|alice` */
  async run(user: string, trace: string | null): Promise<Tokens & { sub: string }> {
    const profile = readProfile('local', { sub: user, name: user });
    if (!profile) throw new DomainError('input.invalid', { field: 'user' });
    const account = await this.openAccount.run(profile, trace);
    return { ...(await this.startSession.run(account)), sub: account.sub };
  }
}
