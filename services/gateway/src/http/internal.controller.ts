import { Body, Controller, Inject, Query } from '@nestjs/common';
import { driveId, internalRoutes, type RevokedSessionsPage } from '@skyshelf/contracts';
import { Internal, type InternalContract } from '@skyshelf/http';
import { z } from 'zod';
import { traceparentOf } from '@skyshelf/telemetry';
import type { Gateway } from '../application/gateway.js';
import { listRevokedSessions } from '../application/list-revoked-sessions.js';
import { issueLocalToken } from '../application/issue-local-token.js';
import { restoreAccount as openRestored } from '../application/open-account.js';
import type { Account } from '../domain/account.js';
import { GATEWAY } from '../gateway.runtime.js';
import { TokenSigner } from '../infrastructure/token-signer.js';
import type { PublicKey } from '@skyshelf/tokens';

const localToken = z.strictObject({ user: z.string().min(1).max(200) });
const archivedAccount = z.strictObject({
  sub: z.string().regex(/^[^|\s]{1,100}\|[^|\s]{1,200}$/),
  drive: driveId,
  name: z.string().max(200),
  picture: z.string().max(4096).nullable(),
  createdAt: z.coerce.date(),
});

const issueToken = {
  method: 'POST',
  path: '/internal/token',
  body: localToken,
} as const satisfies InternalContract;
const keys = { method: 'GET', path: '/internal/keys' } as const satisfies InternalContract;
const accountOf = {
  method: 'GET',
  path: '/internal/accounts',
  query: z.strictObject({ sub: z.string().min(3).max(400) }),
} as const satisfies InternalContract;
const restoreAccount = {
  method: 'POST',
  path: '/internal/accounts/restored',
  body: archivedAccount,
} as const satisfies InternalContract;

/** What other services and the operator ask the gateway. */
@Controller()
export class InternalController {
  constructor(
    @Inject(GATEWAY) private readonly gateway: Gateway,
    private readonly signer: TokenSigner,
  ) {}

  /** A token for scripts (`npm run token`), for whoever holds the installation's secret. */
  @Internal(issueToken)
  issue(@Body() { user }: z.infer<typeof localToken>) {
    return issueLocalToken(this.gateway, user, traceparentOf());
  }

  /** Whose drive an archive holds; null when nobody signed in under it. */
  @Internal(accountOf)
  async account(@Query() { sub }: z.infer<typeof accountOf.query>): Promise<{ account: Account | null }> {
    return { account: await this.gateway.accounts.find(sub) };
  }

  /** Opens the account of an archive, whose drive is there already: no news of it, so nothing is set up a second time. */
  @Internal(restoreAccount)
  async restoreAccount(@Body() account: z.infer<typeof archivedAccount>): Promise<{ opened: boolean }> {
    return { opened: await openRestored(this.gateway, { ...account, state: 'open' }) };
  }

  /** The sessions that services have to refuse. */
  @Internal(internalRoutes.revokedSessions)
  revokedSessions(
    @Query() { after }: z.infer<typeof internalRoutes.revokedSessions.query>,
  ): Promise<RevokedSessionsPage> {
    return listRevokedSessions(this.gateway, after);
  }

  /** The keys by which services check tokens (RFC 7517). */
  @Internal(keys)
  keys(): { keys: PublicKey[] } {
    return { keys: this.signer.publicKeys };
  }
}
