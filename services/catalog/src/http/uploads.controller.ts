import { Body, Controller, Headers, Inject } from '@nestjs/common';
import { CLIENT_DEVICE_HEADER, routes, type OpId, catalogCalls } from '@skyshelf/contracts';
import { CurrentUser, OperationId, Route, type AnswerOf, type BodyOf, Internal } from '@skyshelf/http';
import type { Caller } from '@skyshelf/tokens';
import type { Catalog } from '../application/catalog.js';
import { admitReceipts } from '../application/commands/admit-upload.js';
import { startImport } from '../application/commands/start-import.js';
import { renewUpload, startUpload } from '../application/commands/start-upload.js';
import { CATALOG } from '../catalog.runtime.js';
import { addressIn } from '../application/slices/read-folder.js';
import { admitBundle, startBundle } from '../application/commands/bundles.js';

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
    const { file, conflict } = body;
    return startImport(this.catalog, user, opId, { address: addressIn(body), file, conflict });
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

type StartBundle = typeof catalogCalls.startBundle;
type AdmitBundle = typeof catalogCalls.admitBundle;

@Controller()
export class BundlesController {
  constructor(@Inject(CATALOG) private readonly catalog: Catalog) {}

  @Internal(catalogCalls.startBundle)
  start(@Body() { drive, opId, request }: BodyOf<StartBundle>): Promise<AnswerOf<StartBundle>> {
    const { files, conflict } = request;
    return startBundle(this.catalog, drive, opId, { address: addressIn(request), files, conflict });
  }

  @Internal(catalogCalls.admitBundle)
  async admit(
    @Body() { drive, sub, opId, ...bundle }: BodyOf<AdmitBundle>,
    @Headers(CLIENT_DEVICE_HEADER) device?: string,
  ): Promise<AnswerOf<AdmitBundle>> {
    const account = { drive, sub, device };
    const { warnings, operations, ...docs } = await admitBundle(this.catalog, account, opId, bundle);
    return { docs: { result: { ok: 1 }, ...docs }, warnings, operations };
  }
}
