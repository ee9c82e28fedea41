import { Body, Controller, Inject, Req, Res } from '@nestjs/common';
import { DomainError, routes } from '@skyshelf/contracts';
import { type AnswerOf, type BodyOf, CurrentUser, Route } from '@skyshelf/http';
import type { Caller } from '@skyshelf/tokens';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { closeAccount, keepAccount } from '../application/close-account.js';
import type { Gateway } from '../application/gateway.js';
import type { GatewayConfig } from '../gateway.config.js';
import { GATEWAY, GATEWAY_CONFIG, GATEWAY_RUNTIME, type GatewayRuntime } from '../gateway.runtime.js';
import { readCookie } from './cookies.js';
import { requireSameSite, traceOf } from './request-facts.js';

@Controller()
export class AccountController {
  readonly #clearCookie: string;

  constructor(
    @Inject(GATEWAY_RUNTIME) { publicUrl }: GatewayRuntime,
    @Inject(GATEWAY) private readonly gateway: Gateway,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
  ) {
    this.#clearCookie = readCookie(publicUrl).clear;
  }

  @Route(routes.closeAccount)
  async close(
    @CurrentUser() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AnswerOf<typeof routes.closeAccount>> {
    requireSameSite(request);
    const { accountDeleteHours: hours } = this.config;
    const { dueAt } = await closeAccount(this.gateway, caller, { hours, trace: traceOf(request) });
    reply.header('set-cookie', this.#clearCookie);
    return { ok: true, deleteAfter: dueAt.toISOString() };
  }

  @Route(routes.keepAccount)
  async keep(
    @Body() { code }: BodyOf<typeof routes.keepAccount>,
    @Req() request: FastifyRequest,
  ): Promise<AnswerOf<typeof routes.keepAccount>> {
    await keepAccount(this.gateway, code, traceOf(request));
    return { ok: true };
  }
}

@Controller()
export class PortraitController {
  constructor(@Inject(GATEWAY) private readonly gateway: Gateway) {}

  @Route(routes.readPortrait)
  async read(
    @CurrentUser() { drive }: Caller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const portrait = await this.gateway.portraits.read(drive);
    if (!portrait) throw new DomainError('file.not-found');
    const etag = `"${portrait.etag}"`;
    reply.headers({ etag, 'cache-control': 'private, max-age=86400', vary: 'Authorization, Cookie' });
    if (request.headers['if-none-match'] === etag) await reply.code(304).send();
    else await reply.type('image/webp').send(Buffer.from(portrait.bytes));
  }
}
