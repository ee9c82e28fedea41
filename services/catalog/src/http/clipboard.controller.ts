import { Body, Controller, Inject } from '@nestjs/common';
import { routes, type OpId } from '@skyshelf/contracts';
import { CurrentUser, OperationId, Route, type AnswerOf, type BodyOf } from '@skyshelf/http';
import type { Caller } from '@skyshelf/tokens';
import type { Catalog } from '../application/catalog.js';
import { pasteElements } from '../application/commands/paste-elements.js';
import { CATALOG } from '../catalog.runtime.js';
import { addressIn } from './folder-address.js';

type Paste = typeof routes.pasteElements;

@Controller()
export class ClipboardController {
  constructor(@Inject(CATALOG) private readonly catalog: Catalog) {}

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
