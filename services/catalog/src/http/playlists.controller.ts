import { Body, Controller, Inject } from '@nestjs/common';
import { routes, type OpId } from '@skyshelf/contracts';
import { CurrentUser, OperationId, Route, type AnswerOf, type BodyOf } from '@skyshelf/http';
import type { Caller } from '@skyshelf/tokens';
import type { Catalog } from '../application/catalog.js';
import { addPlaylist } from '../application/commands/add-playlist.js';
import { CATALOG } from '../catalog.runtime.js';
import { addressIn } from '../application/slices/read-folder.js';

type Add = typeof routes.addPlaylist;

@Controller()
export class PlaylistsController {
  constructor(@Inject(CATALOG) private readonly catalog: Catalog) {}

  @Route(routes.addPlaylist)
  async add(
    @Body() body: BodyOf<Add>,
    @CurrentUser() user: Caller,
    @OperationId() opId: OpId,
  ): Promise<AnswerOf<Add>> {
    const added = await addPlaylist(this.catalog, user, opId, { address: addressIn(body), playlist: body });
    return { ...added, operation: opId };
  }
}
