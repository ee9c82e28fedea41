import { Body, Controller, Inject, Query } from '@nestjs/common';
import { routes } from '@skyshelf/contracts';
import { CurrentUser, Route, type AnswerOf, type BodyOf, type Caller, type QueryOf } from '@skyshelf/http';
import type { Catalog } from '../application/catalog.js';
import { listFolder, listForVisitor, type Listings } from '../application/reads/list-folder.js';
import { readChanges } from '../application/reads/read-changes.js';
import { readUsage } from '../application/reads/read-usage.js';
import { CATALOG, LISTINGS } from '../catalog.runtime.js';
import { addressIn } from './folder-address.js';

@Controller()
export class FoldersController {
  constructor(
    @Inject(CATALOG) private readonly catalog: Catalog,
    @Inject(LISTINGS) private readonly listings: Listings,
  ) {}

  @Route(routes.listFolder)
  async list(
    @Body() body: BodyOf<typeof routes.listFolder>,
    @CurrentUser() user: Caller | null,
  ): Promise<Buffer | AnswerOf<typeof routes.listFolder>> {
    return user
      ? listFolder(this.catalog, this.listings, user, addressIn(body))
      : listForVisitor(addressIn(body));
  }

  @Route(routes.changes)
  changes(
    @Query() { since }: QueryOf<typeof routes.changes>,
    @CurrentUser() user: Caller,
  ): Promise<AnswerOf<typeof routes.changes>> {
    return readChanges(this.catalog, user, since);
  }

  @Route(routes.usage)
  async usage(@CurrentUser() user: Caller): Promise<AnswerOf<typeof routes.usage>> {
    return { result: await readUsage(this.catalog, user) };
  }
}
