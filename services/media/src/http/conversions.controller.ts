import { Body, Controller, Inject } from '@nestjs/common';
import { routes } from '@skyshelf/contracts';
import { CurrentUser, Route, type AnswerOf, type BodyOf } from '@skyshelf/http';
import type { Caller } from '@skyshelf/tokens';
import type { ConversionDeps } from '../application/await-conversion.js';
import { convertDocument } from '../application/convert-document.js';
import { convertVideo, recordPlayed } from '../application/convert-video.js';

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
