import { Module, type DynamicModule } from '@nestjs/common';
import { peerEventSource, Refill } from '@skyshelf/event-bus';
import { OWN_EVENTS, OwnEventsController, PAGE_REFILL, RefillController } from '@skyshelf/service';
import { BILLING, type BillingRuntime } from './billing.runtime.js';
import { InternalController } from './http/internal.controller.js';
import { PlansController } from './http/plans.controller.js';
import { SettingsController } from './http/settings.controller.js';
import { billingParts } from './infrastructure/parts.js';
import { Publisher } from './infrastructure/publisher.js';
import { AccountReactions } from './reactions/account-reactions.js';

const refillOf = ({ bus, peers }: BillingRuntime): Refill =>
  new Refill({ bus, consumer: 'billing', sourceOf: (service) => peerEventSource(peers, service) });

@Module({})
export class BillingModule {
  static for(runtime: BillingRuntime): DynamicModule {
    const { billing, outbox } = billingParts(runtime);
    runtime.bus.registerSource('billing', outbox);
    return {
      module: BillingModule,
      controllers: [
        SettingsController,
        PlansController,
        InternalController,
        OwnEventsController,
        RefillController,
        AccountReactions,
      ],
      providers: [
        { provide: BILLING, useValue: billing },
        { provide: PAGE_REFILL, useValue: refillOf(runtime) },
        { provide: OWN_EVENTS, useValue: outbox },
        { provide: Publisher, useValue: new Publisher(runtime, outbox, billing.store) },
      ],
    };
  }
}
