import { Body, Controller, Inject, Query } from '@nestjs/common';
import { routes, type OpId } from '@skyshelf/contracts';
import { CurrentUser, OperationId, Route, type AnswerOf, type BodyOf, type QueryOf } from '@skyshelf/http';
import type { Caller } from '@skyshelf/tokens';
import type { Catalog } from '../application/catalog.js';
import { listMoments } from '../application/rewind/list-moments.js';
import { listThen } from '../application/rewind/list-then.js';
import { planOf, rewindFolder } from '../application/rewind/rewind-folder.js';
import { CATALOG } from '../catalog.runtime.js';

type Moments = typeof routes.listMoments;
type Former = typeof routes.listFormerFolder;
type Plan = typeof routes.planRewind;
type Rewind = typeof routes.rewindFolder;

@Controller()
export class RewindController {
  constructor(@Inject(CATALOG) private readonly catalog: Catalog) {}

  @Route(routes.listMoments)
  moments(@Query() question: QueryOf<Moments>, @CurrentUser() user: Caller): Promise<AnswerOf<Moments>> {
    return listMoments(this.catalog, user, question);
  }

  @Route(routes.listFormerFolder)
  folder(@Query() question: QueryOf<Former>, @CurrentUser() user: Caller): Promise<AnswerOf<Former>> {
    return listThen(this.catalog, user, question);
  }

  @Route(routes.planRewind)
  async plan(@Query() question: QueryOf<Plan>, @CurrentUser() user: Caller): Promise<AnswerOf<Plan>> {
    const { plan, version } = await planOf(this.catalog, user, question);
    return { plan, version };
  }

  @Route(routes.rewindFolder)
  async rewind(
    @Body() body: BodyOf<Rewind>,
    @CurrentUser() user: Caller,
    @OperationId() opId: OpId,
  ): Promise<AnswerOf<Rewind>> {
    const docs = await rewindFolder(this.catalog, user, opId, body);
    return { docs, operation: opId };
  }
}
