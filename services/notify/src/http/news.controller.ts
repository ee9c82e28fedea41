import { Body, Controller, Inject } from '@nestjs/common';
import { routes } from '@skyshelf/contracts';
import { Route, type AnswerOf, type BodyOf } from '@skyshelf/http';
import { listNews } from '../application/list-news.js';
import type { Notify } from '../application/notify.js';
import { NOTIFY } from '../notify.runtime.js';

/** News of the world, from feeds. */
@Controller()
export class NewsController {
  constructor(@Inject(NOTIFY) private readonly notify: Notify) {}

  @Route(routes.listNews)
  async list(@Body() flags: BodyOf<typeof routes.listNews>): Promise<AnswerOf<typeof routes.listNews>> {
    const { items, samples } = await listNews(this.notify, flags);
    return { feed: { items }, samples };
  }
}
