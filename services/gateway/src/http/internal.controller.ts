import { Body, Controller, Inject, Query } from '@nestjs/common';
import { gatewayCalls, internalRoutes, type RevokedSessionsPage } from '@skyshelf/contracts';
import { Internal } from '@skyshelf/http';
import type { z } from 'zod';
import { traceparentOf } from '@skyshelf/telemetry';
import type { Gateway } from '../application/gateway.js';
import { listRevokedSessions } from '../application/list-revoked-sessions.js';
import { issueLocalToken } from '../application/issue-local-token.js';
import type { Account } from '../domain/account.js';
import { GATEWAY } from '../gateway.runtime.js';
import type { PublicKey } from '@skyshelf/tokens';

@Controller()
export class InternalController {
  constructor(@Inject(GATEWAY) private readonly gateway: Gateway) {}

  /** For a holder of the installation's secret (`npm run token`). */
  @Internal(gatewayCalls.issueToken)
  issue(@Body() { user }: z.infer<typeof gatewayCalls.issueToken.body>) {
    return issueLocalToken(this.gateway, user, traceparentOf());
  }

  /** null when no one signed in under it. */
  @Internal(gatewayCalls.accountOf)
  async account(
    @Query() { sub }: z.infer<typeof gatewayCalls.accountOf.query>,
  ): Promise<{ account: Account | null }> {
    return { account: await this.gateway.accounts.find(sub) };
  }

  @Internal(internalRoutes.revokedSessions)
  revokedSessions(
    @Query() { after }: z.infer<typeof internalRoutes.revokedSessions.query>,
  ): Promise<RevokedSessionsPage> {
    return listRevokedSessions(this.gateway, after);
  }

  /** RFC 7517. */
  @Internal(gatewayCalls.keys)
  keys(): { keys: PublicKey[] } {
    return { keys: this.gateway.issuer.publicKeys };
  }
}
