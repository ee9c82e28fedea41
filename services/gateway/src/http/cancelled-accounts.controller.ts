import { Body, Controller, Inject, Req } from '@nestjs/common';
import { routes } from '@skyshelf/contracts';
import { CurrentUser, Route, type AnswerOf, type BodyOf } from '@skyshelf/http';
import type { Caller } from '@skyshelf/tokens';
import type { FastifyRequest } from 'fastify';
import { deleteCancelled, listCancelled, showAccountData } from '../application/cancelled-accounts.js';
import type { Gateway } from '../application/gateway.js';
import { GATEWAY } from '../gateway.runtime.js';
import { traceOf } from './request-facts.js';

@Controller()
export class CancelledAccountsController {
  constructor(@Inject(GATEWAY) private readonly gateway: Gateway) {}

  @Route(routes.listCancelled)
  list(
    @CurrentUser() { drive: admin }: Caller,
    @Body() body: BodyOf<typeof routes.listCancelled>,
  ): Promise<AnswerOf<typeof routes.listCancelled>> {
    return listCancelled(this.gateway, admin, body?.after ?? null);
  }

  @Route(routes.showAccountData)
  show(
    @CurrentUser() { drive: admin }: Caller,
    @Body() { accountId: drive, after }: BodyOf<typeof routes.showAccountData>,
  ): Promise<AnswerOf<typeof routes.showAccountData>> {
    return showAccountData(this.gateway, { admin, drive }, after ?? null);
  }

  @Route(routes.deleteCancelled)
  async delete(
    @CurrentUser() { drive: admin }: Caller,
    @Body() { accountId: drive }: BodyOf<typeof routes.deleteCancelled>,
    @Req() request: FastifyRequest,
  ): Promise<AnswerOf<typeof routes.deleteCancelled>> {
    await deleteCancelled(this.gateway, { admin, drive }, traceOf(request));
    return { error: false };
  }
}
