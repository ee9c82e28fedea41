import { Controller, Inject, Param, Res } from '@nestjs/common';
import { filePath, routes } from '@skyshelf/contracts';
import { CurrentUser, Route, type ParamsOf } from '@skyshelf/http';
import type { Caller } from '@skyshelf/tokens';
import type { FastifyReply } from 'fastify';
import { showPicture, type ShowPictureDeps } from '../application/show-picture.js';

export const SHOW_PICTURE = Symbol('what pictures of links need');

@Controller()
export class PicturesController {
  constructor(@Inject(SHOW_PICTURE) private readonly deps: ShowPictureDeps) {}

  @Route(routes.showPicture)
  async show(
    @CurrentUser() caller: Caller,
    @Param() { elementId, picture }: ParamsOf<typeof routes.showPicture>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const address = await showPicture(this.deps, caller, elementId, picture);
    // Relative, since visitors of a link come by another path.
    await reply
      .headers({ 'cache-control': 'private, max-age=3600', vary: 'Authorization, Cookie' })
      .redirect(`../../${filePath(address).replace(/^\/files\//, '')}`, 302);
  }
}
