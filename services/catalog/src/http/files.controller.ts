import { Body, Controller, Inject } from '@nestjs/common';
import { routes, type OpId } from '@skyshelf/contracts';
import { CurrentUser, OperationId, Route, type AnswerOf, type BodyOf } from '@skyshelf/http';
import type { Caller } from '@skyshelf/tokens';
import type { Catalog } from '../application/catalog.js';
import { addressExists, checkAddresses } from '../application/commands/check-addresses.js';
import { confirmThumbnail } from '../application/commands/edit-element.js';
import { countOpening } from '../application/reads/opened-elements.js';
import { CATALOG } from '../catalog.runtime.js';

type Confirm = typeof routes.confirmThumbnail;

@Controller()
export class FilesController {
  constructor(@Inject(CATALOG) private readonly catalog: Catalog) {}

  @Route(routes.editFiles)
  async edit(@Body() body: BodyOf<typeof routes.editFiles>, @CurrentUser() user: Caller): Promise<string> {
    await checkAddresses(this.catalog, user, body);
    return JSON.stringify('ok' satisfies AnswerOf<typeof routes.editFiles>);
  }

  @Route(routes.fileExists)
  async exists(
    @Body() { url }: BodyOf<typeof routes.fileExists>,
    @CurrentUser() user: Caller,
  ): Promise<AnswerOf<typeof routes.fileExists>> {
    return { file: await addressExists(this.catalog, user, url) };
  }

  @Route(routes.confirmThumbnail)
  async confirm(
    @Body() body: BodyOf<Confirm>,
    @CurrentUser() user: Caller,
    @OperationId() opId: OpId,
  ): Promise<AnswerOf<Confirm>> {
    const modifiedCount = await confirmThumbnail(this.catalog, user, opId, body);
    return { docs: { result: { ok: 1 }, modifiedCount } };
  }

  @Route(routes.countOpening)
  async open(
    @Body() { _id }: BodyOf<typeof routes.countOpening>,
    @CurrentUser() user: Caller,
    @OperationId() opId: OpId,
  ): Promise<AnswerOf<typeof routes.countOpening>> {
    return { counter: await countOpening(this.catalog, user, opId, _id) };
  }
}
