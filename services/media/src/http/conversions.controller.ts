import { createReadStream } from 'node:fs';
import { Body, Controller, Inject, Param, Req, Res } from '@nestjs/common';
import { routes, HOLDER_HEADER } from '@skyshelf/contracts';
import { CurrentUser, Route, type AnswerOf, type BodyOf, guardBytes, type ParamsOf } from '@skyshelf/http';
import type { Caller } from '@skyshelf/tokens';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConversionDeps } from '../application/await-conversion.js';
import { convertDocument } from '../application/convert-document.js';
import { convertVideo, recordPlayed } from '../application/convert-video.js';
import { LiveFilms } from '../application/live-films.js';

export const CONVERSIONS = Symbol('what conversions need');

@Controller()
export class ConversionsController {
  constructor(@Inject(CONVERSIONS) private readonly deps: ConversionDeps) {}

  @Route(routes.convertDocument)
  document(
    @Body() body: BodyOf<typeof routes.convertDocument>,
    @CurrentUser() user: Caller,
  ): Promise<AnswerOf<typeof routes.convertDocument>> {
    return convertDocument(this.deps, user, body);
  }

  @Route(routes.convertVideo)
  video(
    @Body() body: BodyOf<typeof routes.convertVideo>,
    @CurrentUser() user: Caller,
  ): Promise<AnswerOf<typeof routes.convertVideo>> {
    return convertVideo(this.deps, user, body);
  }

  @Route(routes.recordPlayed)
  played(
    @Body() body: BodyOf<typeof routes.recordPlayed>,
    @CurrentUser() user: Caller,
  ): Promise<AnswerOf<typeof routes.recordPlayed>> {
    return recordPlayed(this.deps, user, body);
  }
}

/** Source: RFC 8216, 4. */
const LIST = 'application/vnd.apple.mpegurl';
const SEGMENT = 'video/mp4';

@Controller()
export class LiveFilmsController {
  constructor(@Inject(LiveFilms) private readonly films: LiveFilms) {}

  @Route(routes.readLiveFilm)
  async read(
    @CurrentUser() caller: Caller,
    @Param() { run, file }: ParamsOf<typeof routes.readLiveFilm>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    guardBytes(request, reply);
    reply.header(HOLDER_HEADER, this.films.holder);
    const answer = await this.films.read(caller, run, file);
    reply.headers({ 'cache-control': 'private, no-store', 'content-disposition': 'inline' });
    if ('list' in answer) await reply.type(LIST).send(answer.list);
    else await reply.type(SEGMENT).send(createReadStream(answer.path));
  }
}
