import { Body, Controller, Inject } from '@nestjs/common';
import { routes } from '@skyshelf/contracts';
import { ClientAddress, CurrentUser, Route, type AnswerOf, type BodyOf } from '@skyshelf/http';
import type { Caller } from '@skyshelf/tokens';
import type { Notify } from '../application/notify.js';
import { sendMessage } from '../application/send-message.js';
import { NOTIFY } from '../notify.runtime.js';

@Controller()
export class ContactController {
  constructor(@Inject(NOTIFY) private readonly notify: Notify) {}

  @Route(routes.newCaptcha)
  async captcha(): Promise<AnswerOf<typeof routes.newCaptcha>> {
    const { captcha, sender } = this.notify;
    return { challenge: await captcha.challenge(), mail: sender.way };
  }

  @Route(routes.sendMail)
  async send(
    @CurrentUser() user: Caller | null,
    @ClientAddress() address: string,
    @Body() { obj }: BodyOf<typeof routes.sendMail>,
  ): Promise<string> {
    await sendMessage(this.notify, { drive: user?.drive ?? null, address }, obj);
    return JSON.stringify('sent' satisfies AnswerOf<typeof routes.sendMail>);
  }
}
