import { Controller, Inject } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { accountClosing, noticesAsked, paymentReceived, type EventMessage } from '@skyshelf/contracts';
import type { BusContext } from '@skyshelf/event-bus';
import type { Notify } from '../application/notify.js';
import { MAIL_KIND } from '../application/send-mail.js';
import { enqueueNotice, type CausedNotice } from '../application/send-notice.js';
import {
  cancelledNotice,
  closingNotice,
  confirmationNotice,
  paymentFailedNotice,
} from '../domain/notice-texts.js';
import { NOTIFY } from '../notify.runtime.js';

/** `<unknown>`: else TypeScript takes the wrong overload. */
@Controller()
export class NoticeReactions {
  constructor(@Inject(NOTIFY) private readonly notify: Notify) {}

  @EventPattern<unknown>('gateway.notices.asked')
  async noticesAsked(@Payload() { drive, data }: EventMessage, @Ctx() context: BusContext): Promise<void> {
    const { confirmation } = noticesAsked.parse(data);
    await this.enqueue(context, { drive, cause: confirmation, confirmation, notice: confirmationNotice() });
  }

  /** If deletion begins at once, another mail says so. */
  @EventPattern<unknown>('gateway.account.closing')
  async accountClosing(
    @Payload() { id, drive, at, data }: EventMessage,
    @Ctx() context: BusContext,
  ): Promise<void> {
    const { deleteAfter } = accountClosing.parse(data);
    if (Date.parse(deleteAfter) <= Date.parse(at)) return;
    await this.enqueue(context, { drive, cause: id, notice: closingNotice(deleteAfter) });
  }

  @EventPattern<unknown>('billing.payment.received')
  async paymentReceived(@Payload() { drive, data }: EventMessage, @Ctx() context: BusContext): Promise<void> {
    const { kind, plan, until } = paymentReceived.parse(data);
    if (until === undefined || plan === null) return;
    // Repeated failures with the same end bring no second mail.
    const cause = `${drive}.${Date.parse(until)}`;
    const noticeOf = kind === 'failed' ? paymentFailedNotice : cancelledNotice;
    await this.enqueue(context, { drive, cause, notice: noticeOf({ plan, until }) });
  }

  private async enqueue(context: BusContext, caused: CausedNotice): Promise<void> {
    await context.effect((session) => enqueueNotice(this.notify, session, caused));
    this.notify.jobs.wake(MAIL_KIND);
  }
}
