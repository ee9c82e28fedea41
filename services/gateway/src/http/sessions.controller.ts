import { Body, Controller, Inject, Res } from '@nestjs/common';
import { routes } from '@skyshelf/contracts';
import { CurrentUser, Route, type AnswerOf, type BodyOf } from '@skyshelf/http';
import type { Caller } from '@skyshelf/tokens';
import type { FastifyReply } from 'fastify';
import { endSessionOf } from '../application/end-session.js';
import type { Gateway } from '../application/gateway.js';
import { listSessions } from '../application/list-sessions.js';
import { GATEWAY, GATEWAY_RUNTIME, type GatewayRuntime } from '../gateway.runtime.js';
import { readCookie } from './read-cookie.js';

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
