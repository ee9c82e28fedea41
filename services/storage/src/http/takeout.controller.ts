import { Body, Controller, Inject, Query, Req, Res } from '@nestjs/common';
import { routes, type OpId } from '@skyshelf/contracts';
import {
  CurrentUser,
  guardBytes,
  OperationId,
  Route,
  type AnswerOf,
  type BodyOf,
  type QueryOf,
} from '@skyshelf/http';
import type { Caller } from '@skyshelf/tokens';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Storage } from '../application/storage.js';
import { beginTakeout, cancelTakeout, readTakeout, takeoutPart } from '../application/takeout/takeout.js';
import { dispositionOf } from '../domain/disposition.js';
import { STORAGE } from '../storage.runtime.js';
import { answerBytes, rangeRequestOf } from './answer-bytes.js';

@Controller()
export class TakeoutController {
  constructor(@Inject(STORAGE) private readonly storage: Storage) {}

  @Route(routes.readTakeout)
  read(@CurrentUser() caller: Caller): Promise<AnswerOf<typeof routes.readTakeout>> {
    return readTakeout(this.storage, caller);
  }

  @Route(routes.beginTakeout)
  begin(
    @CurrentUser() caller: Caller,
    @OperationId() opId: OpId,
    @Body() body: BodyOf<typeof routes.beginTakeout>,
  ): Promise<AnswerOf<typeof routes.beginTakeout>> {
    return beginTakeout(this.storage, caller, opId, body);
  }

  @Route(routes.cancelTakeout)
  cancel(
    @CurrentUser() caller: Caller,
    @Body() { id }: BodyOf<typeof routes.cancelTakeout>,
  ): Promise<AnswerOf<typeof routes.cancelTakeout>> {
    return cancelTakeout(this.storage, caller, id);
  }

  @Route(routes.downloadTakeout)
  async download(
    @CurrentUser() caller: Caller,
    @Query() asked: QueryOf<typeof routes.downloadTakeout>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    guardBytes(request, reply);
    const answer = await takeoutPart(this.storage, caller, { ...asked, ...rangeRequestOf(request) });
    await answerBytes(request, reply, answer, {
      disposition: dispositionOf(answer.type, answer.name, true),
      cacheControl: 'private, no-cache',
    });
  }
}
