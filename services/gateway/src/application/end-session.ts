import { DomainError, limits } from '@skyshelf/contracts';
import type { Clock, TokenVerifier } from '@skyshelf/tokens';
import { bearerToken } from '../domain/presented-token.js';
import type { Revocations } from '../infrastructure/revocations.js';
import type { Sessions } from '../infrastructure/sessions.js';

/** Logs out: the session of a token ends everywhere. A token that is no good any more has nothing to end, and that is no refusal. */
export class EndSession {
  constructor(
    private readonly sessions: Sessions,
    private readonly revocations: Revocations,
    private readonly tokens: TokenVerifier,
    private readonly clock: Clock,
  ) {}

  /** @param authorization the header, as it came */
  async run(authorization: string | undefined): Promise<void> {
    const sid = await this.#sessionOf(authorization);
    if (!sid) return;
    const now = this.clock.now();
    await this.sessions.revoke(sid, now);
    this.revocations.add(sid, now.getTime() + limits.sessionMs);
  }

  async #sessionOf(authorization: string | undefined): Promise<string | null> {
    try {
      const token = bearerToken(authorization);
      return token && (await this.tokens.verify(token)).sid;
    } catch (error) {
      if (error instanceof DomainError && error.status === 401) return null;
      throw error;
    }
  }
}
