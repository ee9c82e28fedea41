import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { Controller, Headers, Inject } from '@nestjs/common';
import { DomainError, routes } from '@skyshelf/contracts';
import { ByteStream, CurrentUser, Route, type AnswerOf } from '@skyshelf/http';
import type { Caller } from '@skyshelf/tokens';
import type { Billing } from '../application/billing.js';
import { listSubscriptions } from '../application/subscriptions.js';
import { receiveMessage } from '../application/receive-message.js';
import { BILLING } from '../billing.runtime.js';

const isForm = (type: string | undefined): boolean =>
  /^application\/x-www-form-urlencoded\s*(;|$)/i.test(type ?? '');
const sendForm = { message: 'Send this request as application/x-www-form-urlencoded.' };

@Controller()
export class PaymentsController {
  constructor(@Inject(BILLING) private readonly billing: Billing) {}

  @Route(routes.receivePayment)
  async receive(
    @Headers('content-type') type: string | undefined,
    @ByteStream() body: Readable,
  ): Promise<AnswerOf<typeof routes.receivePayment>> {
    if (!isForm(type)) throw new DomainError('media-type.unsupported', sendForm);
    await receiveMessage(this.billing, await whole(body));
    return { ok: true };
  }

  @Route(routes.listSubscriptions)
  subscriptions(@CurrentUser() user: Caller): Promise<AnswerOf<typeof routes.listSubscriptions>> {
    return listSubscriptions(this.billing, user.drive);
  }
}

const whole = (body: Readable): Promise<Buffer> =>
  buffer(body).catch((cause: unknown) => {
    throw cause instanceof DomainError ? cause : new DomainError('input.unreadable', { cause });
  });
