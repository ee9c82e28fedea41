import { Body, Controller, Inject, Query } from '@nestjs/common';
import {
  type AuditList,
  type DeletionList,
  gatewayCalls,
  internalRoutes,
  type Problem,
  type RevokedSessionsPage,
} from '@skyshelf/contracts';
import { Internal } from '@skyshelf/http';
import type { z } from 'zod';
import { traceparentOf } from '@skyshelf/telemetry';
import type { PublicKey } from '@skyshelf/tokens';
import type { Gateway } from '../application/gateway.js';
import { listRevokedSessions } from '../application/list-sessions.js';
import { issueLocalToken } from '../application/start-session.js';
import type { Account } from '../domain/account.js';
import { GATEWAY } from '../gateway.runtime.js';
import { findStuckDeletions, showDeletions } from '../application/show-deletions.js';

@Controller()
export class InternalController {
  constructor(@Inject(GATEWAY) private readonly gateway: Gateway) {}

  /** A holder of the installation's secret may call it (`npm run token`). */
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

  /** Source: RFC 7517. */
  @Internal(gatewayCalls.keys)
  keys(): { keys: PublicKey[] } {
    return { keys: this.gateway.issuer.publicKeys };
  }
}

@Controller()
export class DeletionsController {
  constructor(@Inject(GATEWAY) private readonly gateway: Gateway) {}

  @Internal(gatewayCalls.deletions)
  list(@Query() { limit }: z.infer<typeof gatewayCalls.deletions.query>): Promise<DeletionList> {
    return showDeletions(this.gateway.deletions, limit);
  }

  @Internal(gatewayCalls.audit)
  async audit(@Query() { limit }: z.infer<typeof gatewayCalls.audit.query>): Promise<AuditList> {
    const entries = await this.gateway.audit.latest(limit);
    return { entries: entries.map(({ at, ...entry }) => ({ at: at.toISOString(), ...entry })) };
  }

  @Internal(gatewayCalls.checkDeletions)
  async check(): Promise<{ problems: Problem[] }> {
    return { problems: await findStuckDeletions(this.gateway.deletions, this.gateway.clock) };
  }

  @Internal(gatewayCalls.resumeDeletions)
  async resume(
    @Body() { drives }: z.infer<typeof gatewayCalls.resumeDeletions.body>,
  ): Promise<Record<string, never>> {
    await this.gateway.deletions.resume(drives, this.gateway.clock.now());
    return {};
  }
}
