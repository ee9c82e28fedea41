import { Body, Controller, Inject, Param, Query } from '@nestjs/common';
import {
  internalRoutes,
  type DrivePageAnswer,
  type EventMessage,
  type RefilledPage,
} from '@skyshelf/contracts';
import { Refill } from '@skyshelf/event-bus';
import type { Outbox } from '@skyshelf/event-store';
import { Internal } from '@skyshelf/http';
import type { z } from 'zod';
import type { Billing } from '../application/billing.js';
import { checkDrive, type Problem } from '../application/check-drive.js';
import { BILLING, OUTBOX } from '../billing.runtime.js';

type OfDrive = z.infer<typeof internalRoutes.driveCheck.params>;

/** What the other services and the operator's commands ask billing. */
@Controller()
export class InternalController {
  constructor(
    @Inject(BILLING) private readonly billing: Billing,
    private readonly refilling: Refill,
    @Inject(OUTBOX) private readonly outbox: Outbox,
  ) {}

  @Internal(internalRoutes.driveEvents)
  events(
    @Query() { drive, after, limit }: z.infer<typeof internalRoutes.driveEvents.query>,
  ): Promise<EventMessage[]> {
    return this.outbox.after(drive, after, limit);
  }

  @Internal(internalRoutes.allEvents)
  allEvents(
    @Query() { after, limit }: z.infer<typeof internalRoutes.allEvents.query>,
  ): Promise<EventMessage[]> {
    return this.outbox.all(after ?? null, limit);
  }

  @Internal(internalRoutes.allDrives)
  async drives(
    @Query() { after, limit }: z.infer<typeof internalRoutes.allDrives.query>,
  ): Promise<DrivePageAnswer> {
    const page = await this.billing.store.drives(after ?? null, limit);
    return { ...page, next: page.drives.length < limit ? null : (page.drives.at(-1)?.drive ?? null) };
  }

  @Internal(internalRoutes.driveCheck)
  async check(@Param() { drive }: OfDrive): Promise<{ problems: Problem[] }> {
    return { problems: await checkDrive(this.billing, drive) };
  }

  @Internal(internalRoutes.driveRebuild)
  rebuild(@Param() { drive }: OfDrive): Promise<{ rows: number; version: number }> {
    return this.billing.store.rebuild(drive);
  }

  @Internal(internalRoutes.refill)
  refill(@Body() body: z.infer<typeof internalRoutes.refill.body>): Promise<RefilledPage> {
    return this.refilling.page(body);
  }
}
