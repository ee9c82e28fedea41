import { Body, Controller, Inject, Query } from '@nestjs/common';
import { internalRoutes, type RevokedSessionsPage } from '@skyshelf/contracts';
import { Internal, type InternalContract } from '@skyshelf/http';
import { z } from 'zod';
import { traceparentOf } from '@skyshelf/telemetry';
import type { Gateway } from '../application/gateway.js';
import { listRevokedSessions } from '../application/list-revoked-sessions.js';
import { issueLocalToken } from '../application/issue-local-token.js';
import type { Account } from '../domain/account.js';
import { GATEWAY } from '../gateway.runtime.js';
import { TokenSigner } from '../infrastructure/token-signer.js';
import type { PublicKey } from '@skyshelf/tokens';

const localToken = z.strictObject({ user: z.string().min(1).max(200) });

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
