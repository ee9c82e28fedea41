import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { opId, type EventMessage } from '@skyshelf/contracts';
import { unlessClosed } from '@skyshelf/service';
import { openSubscription } from '../application/subscriptions.js';
import type { Billing } from '../application/billing.js';
import { BILLING } from '../billing.runtime.js';

/** Reacts once: effects carry the event's id. */
@Controller()
export class AccountReactions {
  constructor(@Inject(BILLING) private readonly billing: Billing) {}

  @EventPattern('gateway.account.opened')
  async accountOpened(@Payload() { id, drive, trace }: EventMessage): Promise<void> {
    await unlessClosed(openSubscription(this.billing, drive, opId.parse(id), trace));
  }
}
