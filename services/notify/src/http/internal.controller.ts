import { Body, Controller, Inject, Param, Query } from '@nestjs/common';
import { internalRoutes, notifyCalls, type MailRecord } from '@skyshelf/contracts';
import { Internal } from '@skyshelf/http';
import type { HealthCheck } from '@skyshelf/service';
import type { z } from 'zod';
import { sendDeletionNotice, sendNotice } from '../application/send-notice.js';
import { quotaNotice, receivedNotice } from '../domain/notice-texts.js';
import type { Notify } from '../application/notify.js';
import { NOTIFY } from '../notify.runtime.js';

export const FEATURES = Symbol('optional features');

const { sendDeletionNotice: deletion, sendDropNotice: received, sendQuotaNotice: quota } = notifyCalls;

@Controller()
export class InternalController {
  constructor(
    @Inject(NOTIFY) private readonly notify: Notify,
    @Inject(FEATURES) private readonly optionalFeatures: readonly HealthCheck[],
  ) {}

  @Internal(internalRoutes.features)
  async features(): Promise<Record<string, { status: string; hint?: string }>> {
    const found = this.optionalFeatures.map(async ({ name, check }) => [name, await check()] as const);
    return Object.fromEntries(await Promise.all(found));
  }

  @Internal(notifyCalls.mails)
  async mails(@Query() search: z.infer<typeof notifyCalls.mails.query>): Promise<{ mails: MailRecord[] }> {
    return { mails: await this.notify.mails.latest(search) };
  }

  @Internal(deletion)
  async deletion(
    @Param() { drive }: z.infer<typeof deletion.params>,
    @Body() { asked }: z.infer<typeof deletion.body>,
  ): Promise<{ over: boolean }> {
    return { over: await sendDeletionNotice(this.notify, drive, asked) };
  }

  @Internal(quota)
  async quota(
    @Param() { drive }: z.infer<typeof quota.params>,
    @Body() { version, ...room }: z.infer<typeof quota.body>,
  ): Promise<Record<string, never>> {
    await sendNotice(this.notify, { drive, cause: `${drive}.${version}`, notice: quotaNotice(room) });
    return {};
  }

  @Internal(received)
  async received(
    @Param() { drive }: z.infer<typeof received.params>,
    @Body() { link, from, ...what }: z.infer<typeof received.body>,
  ): Promise<Record<string, never>> {
    await sendNotice(this.notify, { drive, cause: `${drive}.${link}.${from}`, notice: receivedNotice(what) });
    return {};
  }
}
