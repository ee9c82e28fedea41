import { Body, Controller, Inject } from '@nestjs/common';
import { routes, type OpId } from '@skyshelf/contracts';
import { CurrentUser, OperationId, Route, type AnswerOf, type BodyOf } from '@skyshelf/http';
import type { Caller } from '@skyshelf/tokens';
import type { Catalog } from '../application/catalog.js';
import { admitReceipts } from '../application/commands/admit-upload.js';
import { startImport } from '../application/commands/start-import.js';
import { renewUpload } from '../application/commands/renew-upload.js';
import { startUpload } from '../application/commands/start-upload.js';
import { CATALOG } from '../catalog.runtime.js';
import { addressIn } from '../application/slices/read-folder.js';

type Start = typeof routes.startUpload;
type Renew = typeof routes.renewUpload;
type StartImport = typeof routes.startImport;
type Admit = typeof routes.admitUploads;

@Controller()
export class UploadsController {
  constructor(@Inject(CATALOG) private readonly catalog: Catalog) {}

  @Route(routes.startUpload)
  start(
    @Body() body: BodyOf<Start>,
    @CurrentUser() user: Caller,
    @OperationId() opId: OpId,
  ): Promise<AnswerOf<Start>> {
    const { files, conflict } = body;
    return startUpload(this.catalog, user, opId, { address: addressIn(body), files, conflict });
  }

  @Route(routes.renewUpload)
  renew(@Body() { grant }: BodyOf<Renew>, @CurrentUser() user: Caller): Promise<AnswerOf<Renew>> {
    return renewUpload(this.catalog, user, grant);
  }

  @Route(routes.startImport)
  startImport(
    @Body() body: BodyOf<StartImport>,
    @CurrentUser() user: Caller,
    @OperationId() opId: OpId,
  ): Promise<AnswerOf<StartImport>> {
    return startImport(this.catalog, user, opId, { address: addressIn(body), file: body.file });
  }

  @Route(routes.admitUploads)
  async admit(@Body() { files }: BodyOf<Admit>, @CurrentUser() user: Caller): Promise<AnswerOf<Admit>> {
    const { warnings, operations, ...docs } = await admitReceipts(
      this.catalog,
      user,
      files.map(({ receipt }) => receipt),
    );
    return { docs: { result: { ok: 1 }, ...docs }, warnings, operations };
  }
}
