import { Body, Controller, Inject } from '@nestjs/common';
import { routes, withFieldNames, type OpId } from '@skyshelf/contracts';
import { CurrentUser, OperationId, Route, type AnswerOf, type BodyOf } from '@skyshelf/http';
import type { Caller } from '@skyshelf/tokens';
import { insertUpdate, listUpdates } from '../application/updates.js';
import type { Notify } from '../application/notify.js';
import { NOTIFY } from '../notify.runtime.js';

@Controller()
export class UpdatesController {
  constructor(@Inject(NOTIFY) private readonly notify: Notify) {}

  @Route(routes.listUpdates)
  list(): Promise<AnswerOf<typeof routes.listUpdates>> {
    return listUpdates(this.notify);
  }

  @Route(routes.insertUpdate)
  async insert(
    @CurrentUser() { drive }: Caller,
    @OperationId() opId: OpId,
    @Body() { obj }: BodyOf<typeof routes.insertUpdate>,
  ): Promise<AnswerOf<typeof routes.insertUpdate>> {
    const names = { headline: 'obj.headline', content: 'obj.content' };
    const _id = await withFieldNames(names, () => insertUpdate(this.notify, { drive, opId }, obj));
    return { docs: { _id, result: { ok: 1 } } };
  }
}
