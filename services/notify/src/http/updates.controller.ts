import { Controller, Inject } from '@nestjs/common';
import { routes } from '@skyshelf/contracts';
import { Route, type AnswerOf } from '@skyshelf/http';
import { listUpdates } from '../application/list-updates.js';
import type { Notify } from '../application/notify.js';
import { NOTIFY } from '../notify.runtime.js';

@Controller()
export class UpdatesController {
  constructor(@Inject(NOTIFY) private readonly notify: Notify) {}

  @Route(routes.listUpdates)
  list(): Promise<AnswerOf<typeof routes.listUpdates>> {
    return listUpdates(this.notify);
  }
}
