import { limits } from '@skyshelf/contracts';
import type { Clock, IdSource } from '@skyshelf/tokens';
import type { Account } from '../domain/account.js';
import type { Sessions } from '../infrastructure/sessions.js';
import type { Tokens, TokenSigner } from '../infrastructure/token-signer.js';

/** Begins a session of 14 days and hands out its tokens. */
export class StartSession {
  constructor(
    private readonly sessions: Sessions,
    private readonly signer: TokenSigner,
    private readonly clock: Clock,
    private readonly ids: IdSource,
  ) {}

  async run(account: Account): Promise<Tokens> {
    const createdAt = this.clock.now();
    const session = {
      sid: this.ids.next(),
      drive: account.drive,
      createdAt,
      // Whole seconds: tokens know no finer ones, and both must say the same.
      expires: new Date(Math.floor((createdAt.getTime() + limits.sessionMs) / 1000) * 1000),
      revokedAt: null,
    };
    await this.sessions.insert(session);
    return this.signer.sign(account, session);
  }
}
