import { Body, Controller, Inject, Param, Query } from '@nestjs/common';
import type { DrivePageAnswer, EventMessage, RefilledPage } from '@skyshelf/contracts';
import { Refill } from '@skyshelf/event-bus';
import type { Outbox } from '@skyshelf/event-store';
import { Internal } from '@skyshelf/http';
import type { z } from 'zod';
import type { Billing } from '../application/billing.js';
import { checkDrive, type Problem } from '../application/check-drive.js';
import { BILLING, OUTBOX } from '../billing.runtime.js';
import * as contracts from './internal-contracts.js';

type OfDrive = z.infer<typeof contracts.driveCheck.params>;

/** What the other services and the operator's commands ask billing. */
@Controller()
export class InternalController {
  constructor(
    @Inject(BILLING) private readonly billing: Billing,
    private readonly refilling: Refill,
    @Inject(OUTBOX) private readonly outbox: Outbox,
  ) {}

  @Internal(contracts.driveEvents)
  events(
    @Query() { drive, after, limit }: z.infer<typeof contracts.driveEvents.query>,
  ): Promise<EventMessage[]> {
    return this.outbox.after(drive, after, limit);
  }

  @Internal(contracts.allEvents)
  allEvents(@Query() { after, limit }: z.infer<typeof contracts.allEvents.query>): Promise<EventMessage[]> {
    return this.outbox.all(after ?? null, limit);
  }

  @Internal(contracts.allDrives)
  async drives(
    @Query() { after, limit }: z.infer<typeof contracts.allDrives.query>,
  ): Promise<DrivePageAnswer> {
    const page = await this.billing.store.drives(after ?? null, limit);
    return { ...page, next: page.drives.length < limit ? null : (page.drives.at(-1)?.drive ?? null) };
  }

  @Internal(contracts.driveCheck)
  async check(@Param() { drive }: OfDrive): Promise<{ problems: Problem[] }> {
    return { problems: await checkDrive(this.billing, drive) };
  }

  @Internal(contracts.driveRebuild)
  rebuild(@Param() { drive }: OfDrive): Promise<{ rows: number; version: number }> {
    return this.billing.store.rebuild(drive);
  }

  @Internal(contracts.refill)
  refill(@Body() body: z.infer<typeof contracts.refill.body>): Promise<RefilledPage> {
    return this.refilling.page(body);
  }
}
