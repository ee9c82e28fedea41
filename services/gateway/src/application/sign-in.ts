import type { Profile } from '../domain/account.js';
import type { Accounts } from '../infrastructure/accounts.js';
import type { Tokens } from '../infrastructure/token-signer.js';
import type { OpenAccount } from './open-account.js';
import type { StartSession } from './start-session.js';

/** Somebody came back from their identity provider: their account, as the provider describes them today, and a new session. */
export class SignIn {
  constructor(
    private readonly accounts: Accounts,
    private readonly openAccount: OpenAccount,
    private readonly startSession: StartSession,
  ) {}

  async run(profile: Profile, trace: string | null): Promise<Tokens> {
    const account = await this.openAccount.run(profile, trace);
    const described = { ...account, name: profile.name, picture: profile.picture };
    if (account.name !== profile.name || account.picture !== profile.picture)
      await this.accounts.describe(profile);
    return this.startSession.run(described);
  }
}
