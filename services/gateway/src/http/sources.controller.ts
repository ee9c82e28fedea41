import { Controller, Inject } from '@nestjs/common';
import { routes } from '@skyshelf/contracts';
import { Route, type AnswerOf } from '@skyshelf/http';
import { COMPANION } from '../gateway.runtime.js';
import type { CompanionLink } from '../application/companion-link.js';

@Controller()
export class SourcesController {
  constructor(@Inject(COMPANION) private readonly companion: CompanionLink) {}

  @Route(routes.listSources)
  list(): Promise<AnswerOf<typeof routes.listSources>> {
    return this.companion.sources();
  }
}
