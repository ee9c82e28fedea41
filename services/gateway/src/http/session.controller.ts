import { Body, Controller, Inject, Req, Res } from '@nestjs/common';
import { DomainError, routes } from '@skyshelf/contracts';
import { type AnswerOf, type BodyOf, CurrentUser, Route } from '@skyshelf/http';
import type { Caller } from '@skyshelf/tokens';
import { decodeJwt } from 'jose';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { endAllSessions, endSession, endSessionOf } from '../application/end-session.js';
import type { Gateway } from '../application/gateway.js';
import { portraitAddress } from '../application/portrait.js';
import type { CurrentProviders } from '../domain/provider.js';
import { GATEWAY, GATEWAY_RUNTIME, type GatewayRuntime, PROVIDERS } from '../gateway.runtime.js';
import { readCookie, type ReadCookie } from './cookies.js';
import { requireSameSite } from './request-facts.js';
import { listSessions } from '../application/list-sessions.js';

@Controller()
export class SessionController {
  readonly #cookie: ReadCookie;

  constructor(
    @Inject(GATEWAY_RUNTIME) private readonly runtime: GatewayRuntime,
    @Inject(PROVIDERS) private readonly providerConfigs: CurrentProviders,
    @Inject(GATEWAY) private readonly gateway: Gateway,
  ) {
    this.#cookie = readCookie(runtime.publicUrl);
  }

  @Route(routes.setReadCookie)
  async setReadCookie(
    @Body() { token }: BodyOf<typeof routes.setReadCookie>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AnswerOf<typeof routes.setReadCookie>> {
    requireSameSite(request);
    reply.header('set-cookie', this.#cookie.clear);
    if (token === '') return { ok: true, sub: null };
    const { sub, sid, scope } = await this.runtime.tokens.verify(token);
    // An extension's rights depend on its own token.
    if (scope) throw new DomainError('access.denied');
    if (this.gateway.revoked.has(sid)) throw new DomainError('auth.revoked');
    const lasts = (decodeJwt(token).exp ?? 0) - Math.ceil(this.runtime.clock.now().getTime() / 1000);
    reply.removeHeader('set-cookie').header('set-cookie', this.#cookie.set(token, Math.max(0, lasts)));
    return { ok: true, sub };
  }

  @Route(routes.userInfo)
  async userInfo(@CurrentUser() { drive, sub, name }: Caller): Promise<AnswerOf<typeof routes.userInfo>> {
    const portrait = await this.gateway.portraits.find(drive);
    const picture = portrait && portraitAddress(portrait);
    return { sub, name, picture, admin: this.runtime.isAdmin?.(sub) ?? false };
  }

  @Route(routes.logOut)
  async logOut(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AnswerOf<typeof routes.logOut>> {
    requireSameSite(request);
    reply.header('set-cookie', this.#cookie.clear);
    await endSession(this.gateway, request.headers.authorization);
    return { ok: true };
  }

  @Route(routes.logOutEverywhere)
  async logOutEverywhere(
    @CurrentUser() { drive }: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AnswerOf<typeof routes.logOutEverywhere>> {
    requireSameSite(request);
    await endAllSessions(this.gateway, drive);
    reply.header('set-cookie', this.#cookie.clear);
    return { ok: true };
  }

  @Route(routes.signInProviders)
  providers(): AnswerOf<typeof routes.signInProviders> {
    return { docs: this.providerConfigs().map(({ key, name, kind }) => ({ key, name, kind })) };
  }
}

@Controller()
export class SessionsController {
  readonly #clearCookie: string;

  constructor(
    @Inject(GATEWAY_RUNTIME) { publicUrl }: GatewayRuntime,
    @Inject(GATEWAY) private readonly gateway: Gateway,
  ) {
    this.#clearCookie = readCookie(publicUrl).clear;
  }

  @Route(routes.listSessions)
  async list(@CurrentUser() caller: Caller): Promise<AnswerOf<typeof routes.listSessions>> {
    return { docs: await listSessions(this.gateway, caller) };
  }

  @Route(routes.endSession)
  async end(
    @Body() { id }: BodyOf<typeof routes.endSession>,
    @CurrentUser() { drive, sid }: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AnswerOf<typeof routes.endSession>> {
    await endSessionOf(this.gateway, drive, id);
    if (id === sid) reply.header('set-cookie', this.#clearCookie);
    return { ok: true };
  }
}
