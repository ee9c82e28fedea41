import { Controller, Inject, Query } from '@nestjs/common';
import { notifyCalls, type MailRecord } from '@skyshelf/contracts';
import { Internal } from '@skyshelf/http';
import type { z } from 'zod';
import type { Notify } from '../application/notify.js';
import { NOTIFY } from '../notify.runtime.js';

/** What the operator's commands ask notify. */
@Controller()
export class InternalController {
  constructor(@Inject(NOTIFY) private readonly notify: Notify) {}

  @Internal(notifyCalls.mails)
  async mails(@Query() search: z.infer<typeof notifyCalls.mails.query>): Promise<{ mails: MailRecord[] }> {
    return { mails: await this.notify.mails.latest(search) };
  }
}
