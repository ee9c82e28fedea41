import { Body, Controller, Inject } from '@nestjs/common';
import { catalogCalls } from '@skyshelf/contracts';
import { Internal, type AnswerOf, type BodyOf } from '@skyshelf/http';
import type { Catalog } from '../application/catalog.js';
import { admitBundle, startBundle } from '../application/commands/bundles.js';
import { CATALOG } from '../catalog.runtime.js';
import { addressIn } from '../application/slices/read-folder.js';

type Start = typeof catalogCalls.startBundle;
type Admit = typeof catalogCalls.admitBundle;

@Controller()
export class BundlesController {
  constructor(@Inject(CATALOG) private readonly catalog: Catalog) {}

  @Internal(catalogCalls.startBundle)
  start(@Body() { drive, opId, request }: BodyOf<Start>): Promise<AnswerOf<Start>> {
    const { files, conflict } = request;
    return startBundle(this.catalog, drive, opId, { address: addressIn(request), files, conflict });
  }

  @Internal(catalogCalls.admitBundle)
  async admit(@Body() { drive, sub, opId, ...bundle }: BodyOf<Admit>): Promise<AnswerOf<Admit>> {
    const { warnings, operations, ...docs } = await admitBundle(this.catalog, { drive, sub }, opId, bundle);
    return { docs: { result: { ok: 1 }, ...docs }, warnings, operations };
  }
}
