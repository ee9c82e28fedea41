import { Body, Controller, Inject, Query } from '@nestjs/common';
import { gatewayCalls, type AuditList, type DeletionList, type Problem } from '@skyshelf/contracts';
import { Internal } from '@skyshelf/http';
import type { z } from 'zod';
import type { Gateway } from '../application/gateway.js';
import { findStuckDeletions, showDeletions } from '../application/show-deletions.js';
import { GATEWAY } from '../gateway.runtime.js';

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
