import { Body, Controller, Inject, Query } from '@nestjs/common';
import { routes, type OpId } from '@skyshelf/contracts';
import { CurrentUser, OperationId, Route, type AnswerOf, type BodyOf, type QueryOf } from '@skyshelf/http';
import type { Caller } from '@skyshelf/tokens';
import type { Catalog } from '../application/catalog.js';
import { purgeTrash } from '../application/commands/purge-trash.js';
import { restoreTrash } from '../application/commands/restore-trash.js';
import { listTrash } from '../application/reads/list-trash.js';
import { setTrashDays } from '../application/commands/set-trash-days.js';
import { CATALOG } from '../catalog.runtime.js';

type Restore = typeof routes.restoreTrash;
type Purge = typeof routes.purgeTrash;
type Days = typeof routes.setTrashDays;

@Controller()
export class TrashController {
  constructor(@Inject(CATALOG) private readonly catalog: Catalog) {}

  @Route(routes.listTrash)
  list(
    @Query() question: QueryOf<typeof routes.listTrash>,
    @CurrentUser() user: Caller,
  ): Promise<AnswerOf<typeof routes.listTrash>> {
    return listTrash(this.catalog, user, question);
  }

  @Route(routes.restoreTrash)
  async restore(
    @Body() { ids, to, parents }: BodyOf<Restore>,
    @CurrentUser() user: Caller,
    @OperationId() opId: OpId,
  ): Promise<AnswerOf<Restore>> {
    const ops = await restoreTrash(this.catalog, user, opId, { ids, to, parents });
    return { docs: { result: { ok: 1 }, ops }, operation: opId };
  }

  @Route(routes.purgeTrash)
  async purge(
    @Body() body: BodyOf<Purge>,
    @CurrentUser() user: Caller,
    @OperationId() opId: OpId,
  ): Promise<AnswerOf<Purge>> {
    await purgeTrash(this.catalog, user, opId, body.ids ?? null);
    return { docs: { result: { ok: 1 } } };
  }

  @Route(routes.setTrashDays)
  async days(
    @Body() { days: chosen }: BodyOf<Days>,
    @CurrentUser() user: Caller,
    @OperationId() opId: OpId,
  ): Promise<AnswerOf<Days>> {
    const { days } = await setTrashDays(this.catalog, user, opId, chosen ?? null);
    this.catalog.longCommands.wake();
    return { docs: { result: { ok: 1 }, days } };
  }
}
