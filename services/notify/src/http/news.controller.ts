import { createHash } from 'node:crypto';
import { Body, Controller, Inject, Param, Req, Res } from '@nestjs/common';
import { routes } from '@skyshelf/contracts';
import { guardBytes, Route, type AnswerOf, type BodyOf, type ParamsOf } from '@skyshelf/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { listNews } from '../application/list-news.js';
import type { Notify } from '../application/notify.js';
import { showPicture } from '../application/show-picture.js';
import { NOTIFY } from '../notify.runtime.js';

@Controller()
export class NewsController {
  constructor(@Inject(NOTIFY) private readonly notify: Notify) {}

  @Route(routes.listNews)
  async list(@Body() flags: BodyOf<typeof routes.listNews>): Promise<AnswerOf<typeof routes.listNews>> {
    const { items, samples } = await listNews(this.notify, flags);
    return { feed: { items }, samples };
  }

  @Route(routes.showNewsPicture)
  async picture(
    @Param() { picture }: ParamsOf<typeof routes.showNewsPicture>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    guardBytes(request, reply);
    const webp = await showPicture(this.notify, picture);
    const etag = `"${createHash('sha256').update(webp).digest('base64url').slice(0, 22)}"`;
    reply.headers({ etag, 'cache-control': 'private, max-age=86400' });
    if (request.headers['if-none-match'] === etag) await reply.code(304).send();
    else await reply.type('image/webp').send(Buffer.from(webp));
  }
}
