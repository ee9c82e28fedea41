import { Body, Controller, Inject } from '@nestjs/common';
import { routes, type OpId } from '@skyshelf/contracts';
import { CurrentUser, OperationId, Route, type AnswerOf, type BodyOf } from '@skyshelf/http';
import type { Caller } from '@skyshelf/tokens';
import type { Catalog } from '../application/catalog.js';
import { addElement, addPlaylist } from '../application/commands/add-element.js';
import { deleteElements } from '../application/commands/delete-elements.js';
import { renamePath, editElement } from '../application/commands/edit-element.js';
import { onlyOne, toEditElement } from '../domain/edit-element.js';
import { CATALOG } from '../catalog.runtime.js';
import { addressIn } from '../application/slices/read-folder.js';
import { pasteElements } from '../application/commands/paste-elements.js';

type Add = typeof routes.addElement;
type Edit = typeof routes.editElement;
type Delete = typeof routes.deleteElements;
type Paste = typeof routes.pasteElements;

@Controller()
export class ElementsController {
  constructor(@Inject(CATALOG) private readonly catalog: Catalog) {}

  @Route(routes.addElement)
  async add(
    @Body() body: BodyOf<Add>,
    @CurrentUser() user: Caller,
    @OperationId() opId: OpId,
  ): Promise<AnswerOf<Add>> {
    const added = await addElement(this.catalog, user, opId, {
      address: addressIn(body),
      obj: body.obj,
      number: body.number,
    });
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
    @Body() { arr, hold, forever }: BodyOf<Delete>,
    @CurrentUser() user: Caller,
    @OperationId() opId: OpId,
  ): Promise<AnswerOf<Delete>> {
    const { deletedCount, process } = await deleteElements(this.catalog, user, opId, arr, {
      holdSeconds: hold,
      forever,
    });
    if (process !== null) this.catalog.longCommands.wake();
    return { docs: { deletedCount, ...(hold && { process }) }, operation: opId };
  }

  @Route(routes.pasteElements)
  async paste(
    @Body() body: BodyOf<Paste>,
    @CurrentUser() user: Caller,
    @OperationId() opId: OpId,
  ): Promise<AnswerOf<Paste>> {
    const ids = body.arr.map((each) => (typeof each === 'string' ? each : each._id));
    const { action, conflict } = body;
    const input = { address: addressIn(body), ids, action, conflict };
    const { warnings, ...docs } = await pasteElements(this.catalog, user, opId, input);
    if (docs.process !== null) this.catalog.longCommands.wake();
    return { docs: { result: { ok: 1 }, ...docs }, warnings, operation: opId };
  }
}

type AddPlaylist = typeof routes.addPlaylist;

@Controller()
export class PlaylistsController {
  constructor(@Inject(CATALOG) private readonly catalog: Catalog) {}

  @Route(routes.addPlaylist)
  async add(
    @Body() body: BodyOf<AddPlaylist>,
    @CurrentUser() user: Caller,
    @OperationId() opId: OpId,
  ): Promise<AnswerOf<AddPlaylist>> {
    const added = await addPlaylist(this.catalog, user, opId, { address: addressIn(body), playlist: body });
    return { ...added, operation: opId };
  }
}
