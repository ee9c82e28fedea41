import { Body, Controller, Inject, Param, Query } from '@nestjs/common';
import {
  billingCalls,
  type BillingContent,
  type CancelledPage,
  internalRoutes,
  type DrivePageAnswer,
  type PaymentRecord,
  type StoredPlan,
} from '@skyshelf/contracts';
import { Internal } from '@skyshelf/http';
import type { z } from 'zod';
import type { Billing } from '../application/billing.js';
import {
  accountContent,
  cancelledAccounts,
  checkDrive,
  type Problem,
} from '../application/inspect-accounts.js';
import { changePlan } from '../application/plans.js';
import { BILLING } from '../billing.runtime.js';

type OfDrive = z.infer<typeof internalRoutes.driveCheck.params>;

@Controller()
export class InternalController {
  constructor(@Inject(BILLING) private readonly billing: Billing) {}

  @Internal(internalRoutes.allDrives)
  async drives(
    @Query() { after, limit }: z.infer<typeof internalRoutes.allDrives.query>,
  ): Promise<DrivePageAnswer> {
    const page = await this.billing.store.drives(after ?? null, limit);
    return { ...page, next: page.drives.length < limit ? null : (page.drives.at(-1)?.drive ?? null) };
  }

  @Internal(billingCalls.allPlans)
  async plans(): Promise<{ plans: StoredPlan[] }> {
    return { plans: await this.billing.plans.all() };
  }

  @Internal(billingCalls.changePlan)
  changePlan(@Body() change: z.infer<typeof billingCalls.changePlan.body>): Promise<StoredPlan> {
    return changePlan(this.billing, change);
  }

  @Internal(billingCalls.payments)
  async payments(
    @Query() search: z.infer<typeof billingCalls.payments.query>,
  ): Promise<{ payments: PaymentRecord[] }> {
    return { payments: await this.billing.payments.find(search) };
  }

  @Internal(billingCalls.cancelled)
  cancelled(@Query() query: z.infer<typeof billingCalls.cancelled.query>): Promise<CancelledPage> {
    return cancelledAccounts(this.billing, query);
  }

  @Internal(billingCalls.accountContent)
  content(@Param() { drive }: OfDrive): Promise<BillingContent> {
    return accountContent(this.billing, drive);
  }

  @Internal(internalRoutes.driveCheck)
  async check(@Param() { drive }: OfDrive): Promise<{ problems: Problem[] }> {
    return { problems: await checkDrive(this.billing, drive) };
  }

  @Internal(internalRoutes.driveRebuild)
  rebuild(@Param() { drive }: OfDrive): Promise<{ rows: number; version: number }> {
    return this.billing.store.rebuild(drive);
  }
}
