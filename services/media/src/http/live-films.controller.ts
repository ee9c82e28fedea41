import { createReadStream } from 'node:fs';
import { Controller, Inject, Param, Req, Res } from '@nestjs/common';
import { HOLDER_HEADER, routes } from '@skyshelf/contracts';
import { CurrentUser, guardBytes, Route, type ParamsOf } from '@skyshelf/http';
import type { Caller } from '@skyshelf/tokens';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LiveFilms } from '../application/live-films.js';

/** RFC 8216, 4. */
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
