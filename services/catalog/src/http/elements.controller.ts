import { Body, Controller, Inject } from '@nestjs/common';
import { routes, type OpId } from '@skyshelf/contracts';
import { CurrentUser, OperationId, Route, type AnswerOf, type BodyOf } from '@skyshelf/http';
import type { Caller } from '@skyshelf/tokens';
import type { Catalog } from '../application/catalog.js';
import { addElement } from '../application/commands/add-element.js';
import { deleteElements } from '../application/commands/delete-elements.js';
import { renamePath } from '../application/commands/rename-path.js';
import { editElement } from '../application/commands/edit-element.js';
import { onlyOne, toEditElement } from '../domain/edit-element.js';
import { CATALOG } from '../catalog.runtime.js';
import { addressIn } from './folder-address.js';

type Add = typeof routes.addElement;
type Edit = typeof routes.editElement;
type Delete = typeof routes.deleteElements;

@Controller()
export class ElementsController {
  constructor(@Inject(CATALOG) private readonly catalog: Catalog) {}

  @Route(routes.addElement)
  async add(
    @Body() body: BodyOf<Add>,
    @CurrentUser() user: Caller,
    @OperationId() opId: OpId,
  ): Promise<AnswerOf<Add>> {
    const added = await addElement(this.catalog, user, opId, { address: addressIn(body), obj: body.obj });
    return { ...added, operation: opId };
  }

  @Route(routes.editElement)
  async edit(
    @Body() { id, obj }: BodyOf<Edit>,
    @CurrentUser() user: Caller,
    @OperationId() opId: OpId,
  ): Promise<AnswerOf<Edit>> {
    const edited = await editElement(this.catalog, user, opId, toEditElement(onlyOne(id), obj));
    return { docs: { result: { ok: 1 }, ...edited }, operation: opId };
  }

  @Route(routes.editPath)
  async editPath(
    @Body() { prevPath, newPath }: BodyOf<typeof routes.editPath>,
    @CurrentUser() user: Caller,
    @OperationId() opId: OpId,
  ): Promise<AnswerOf<typeof routes.editPath>> {
    const renamed = await renamePath(this.catalog, user, opId, { prevPath, newPath });
    return { docs: { result: { ok: 1 }, ...renamed }, operation: opId };
  }

  @Route(routes.deleteElements)
  async remove(
    @Body() { arr, hold }: BodyOf<Delete>,
    @CurrentUser() user: Caller,
    @OperationId() opId: OpId,
  ): Promise<AnswerOf<Delete>> {
    const { deletedCount, process } = await deleteElements(this.catalog, user, opId, arr, hold);
    if (process !== null) this.catalog.longCommands.wake();
    return { docs: { deletedCount, ...(hold && { process }) }, operation: opId };
  }
}
