import { Body, Controller, Inject } from '@nestjs/common';
import { routes, type OpId } from '@skyshelf/contracts';
import { CurrentUser, OperationId, Route, type AnswerOf, type BodyOf } from '@skyshelf/http';
import type { Caller } from '@skyshelf/tokens';
import type { Catalog } from '../application/catalog.js';
import { retagDrive, tagElements } from '../application/commands/tag-elements.js';
import type { Retag } from '../domain/tag-elements.js';
import { CATALOG } from '../catalog.runtime.js';

type TagElements = typeof routes.tagElements;
type Retagged = AnswerOf<typeof routes.renameTag>;

@Controller()
export class TagsController {
  constructor(@Inject(CATALOG) private readonly catalog: Catalog) {}

  @Route(routes.tagElements)
  async tag(
    @Body() { arr, add, remove }: BodyOf<TagElements>,
    @CurrentUser() user: Caller,
    @OperationId() opId: OpId,
  ): Promise<AnswerOf<TagElements>> {
    const input = { ids: arr, add, remove };
    const { modifiedCount, warnings } = await tagElements(this.catalog, user, opId, input);
    return { docs: { result: { ok: 1 }, modifiedCount }, warnings, operation: opId };
  }

  @Route(routes.renameTag)
  rename(
    @Body() { tag, to }: BodyOf<typeof routes.renameTag>,
    @CurrentUser() user: Caller,
    @OperationId() opId: OpId,
  ): Promise<Retagged> {
    return this.retag(user, opId, { tag, to });
  }

  @Route(routes.removeTag)
  remove(
    @Body() { tag }: BodyOf<typeof routes.removeTag>,
    @CurrentUser() user: Caller,
    @OperationId() opId: OpId,
  ): Promise<Retagged> {
    return this.retag(user, opId, { tag, to: null });
  }

  private async retag(user: Caller, opId: OpId, retag: Retag): Promise<Retagged> {
    const { modifiedCount, process } = await retagDrive(this.catalog, user, opId, retag);
    if (process !== null) this.catalog.longCommands.wake();
    return { docs: { result: { ok: 1 }, modifiedCount, process } };
  }
}
