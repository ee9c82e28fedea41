import { Body, Controller, Inject, Query } from '@nestjs/common';
import { routes, type OpId } from '@skyshelf/contracts';
import { CurrentUser, OperationId, Route, type AnswerOf, type BodyOf, type QueryOf } from '@skyshelf/http';
import type { Caller } from '@skyshelf/tokens';
import type { Catalog } from '../application/catalog.js';
import { dropVersions } from '../application/commands/drop-versions.js';
import { keepVersion } from '../application/commands/keep-version.js';
import { restoreVersion } from '../application/commands/restore-version.js';
import { listVersions } from '../application/reads/list-versions.js';
import { CATALOG } from '../catalog.runtime.js';

type List = typeof routes.listVersions;
type Restore = typeof routes.restoreVersion;
type Keep = typeof routes.keepVersion;
type Drop = typeof routes.dropVersions;

@Controller()
export class VersionsController {
  constructor(@Inject(CATALOG) private readonly catalog: Catalog) {}

  @Route(routes.listVersions)
  list(@Query() { id }: QueryOf<List>, @CurrentUser() user: Caller): Promise<AnswerOf<List>> {
    return listVersions(this.catalog, user, id);
  }

  @Route(routes.restoreVersion)
  async restore(
    @Body() body: BodyOf<Restore>,
    @CurrentUser() user: Caller,
    @OperationId() opId: OpId,
  ): Promise<AnswerOf<Restore>> {
    const element = await restoreVersion(this.catalog, user, opId, body);
    return { docs: { result: { ok: 1 }, element }, operation: opId };
  }

  @Route(routes.keepVersion)
  async keep(
    @Body() body: BodyOf<Keep>,
    @CurrentUser() user: Caller,
    @OperationId() opId: OpId,
  ): Promise<AnswerOf<Keep>> {
    const { name } = await keepVersion(this.catalog, user, opId, body);
    return { docs: { result: { ok: 1 }, name } };
  }

  @Route(routes.dropVersions)
  async drop(
    @Body() { id, version }: BodyOf<Drop>,
    @CurrentUser() user: Caller,
    @OperationId() opId: OpId,
  ): Promise<AnswerOf<Drop>> {
    const { dropped } = await dropVersions(this.catalog, user, opId, { id, version: version ?? null });
    return { docs: { result: { ok: 1 }, dropped } };
  }
}
