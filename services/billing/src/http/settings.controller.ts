import { Body, Controller, Inject } from '@nestjs/common';
import { routes, type OpId, type Settings } from '@skyshelf/contracts';
import { CurrentUser, OperationId, Route, type BodyOf } from '@skyshelf/http';
import type { Caller } from '@skyshelf/tokens';
import type { Billing } from '../application/billing.js';
import { changeSettings, readSettings } from '../application/settings.js';
import { BILLING } from '../billing.runtime.js';

@Controller()
export class SettingsController {
  constructor(@Inject(BILLING) private readonly billing: Billing) {}

  @Route(routes.readSettings)
  read(@CurrentUser() user: Caller): Promise<Settings> {
    return readSettings(this.billing, user.drive);
  }

  @Route(routes.changeSettings)
  change(
    @CurrentUser() user: Caller,
    @OperationId() opId: OpId,
    @Body() { obj }: BodyOf<typeof routes.changeSettings>,
  ): Promise<Settings> {
    return changeSettings(this.billing, user, opId, obj);
  }
}
