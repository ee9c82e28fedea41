import type { Readable } from 'node:stream';
import { Body, Controller, Inject, Param, Query, Req } from '@nestjs/common';
import { gatewayCalls, routes, type NoticeTarget } from '@skyshelf/contracts';
import {
  ByteStream,
  CurrentUser,
  Internal,
  Route,
  type AnswerOf,
  type BodyOf,
  type QueryOf,
} from '@skyshelf/http';
import type { Caller } from '@skyshelf/tokens';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import {
  requestNotices,
  confirmNotices,
  noticeTarget,
  readNotices,
  stopNotices,
  type NoticeDeps,
} from '../application/notice-address.js';
import { GATEWAY_RUNTIME, NOTICES, type GatewayRuntime } from '../gateway.runtime.js';
import { traceOf } from './request-facts.js';

const { noticeTarget: target } = gatewayCalls;

@Controller()
export class NoticesController {
  constructor(
    @Inject(NOTICES) private readonly deps: NoticeDeps,
    @Inject(GATEWAY_RUNTIME) private readonly runtime: GatewayRuntime,
  ) {}

  @Route(routes.readNotices)
  read(@CurrentUser() { drive }: Caller): Promise<AnswerOf<typeof routes.readNotices>> {
    return readNotices(this.deps, drive);
  }

  @Route(routes.setNotices)
  set(
    @CurrentUser() caller: Caller,
    @Body() { address }: BodyOf<typeof routes.setNotices>,
    @Req() request: FastifyRequest,
  ): Promise<AnswerOf<typeof routes.setNotices>> {
    return requestNotices(this.deps, caller, address, traceOf(request));
  }

  @Route(routes.removeNotices)
  async remove(@CurrentUser() { drive }: Caller): Promise<AnswerOf<typeof routes.removeNotices>> {
    await this.deps.notices.remove(drive);
    return readNotices(this.deps, drive);
  }

  @Route(routes.confirmNotices)
  async confirm(
    @Body() { code }: BodyOf<typeof routes.confirmNotices>,
  ): Promise<AnswerOf<typeof routes.confirmNotices>> {
    await confirmNotices(this.deps, code);
    return { ok: true };
  }

  @Route(routes.stopNotices)
  async stop(
    @Query() { code }: QueryOf<typeof routes.stopNotices>,
    @ByteStream() form: Readable,
  ): Promise<AnswerOf<typeof routes.stopNotices>> {
    form.resume();
    await stopNotices(this.deps, code);
    return { ok: true };
  }

  @Internal(target)
  async target(
    @Param() { drive }: z.infer<typeof target.params>,
    @Query() query: z.infer<typeof target.query>,
  ): Promise<{ target: NoticeTarget | null }> {
    const { publicUrl } = this.runtime;
    return { target: await noticeTarget(this.deps, drive, { ...query, publicUrl }) };
  }
}
