import { Controller, Inject } from '@nestjs/common';
import { routes } from '@skyshelf/contracts';
import { CurrentUser, Route, type AnswerOf } from '@skyshelf/http';
import type { Caller } from '@skyshelf/tokens';
import type { Billing } from '../application/billing.js';
import { listPlans } from '../application/plans.js';
import { BILLING } from '../billing.runtime.js';

@Controller()
export class PlansController {
  constructor(@Inject(BILLING) private readonly billing: Billing) {}

  @Route(routes.listPlans)
  list(@CurrentUser() user: Caller | null): Promise<AnswerOf<typeof routes.listPlans>> {
    return listPlans(this.billing, user);
  }
}
