import { Body, Controller, Inject, Query } from '@nestjs/common';
import { routes } from '@skyshelf/contracts';
import { CurrentUser, Route, type AnswerOf, type BodyOf, type QueryOf } from '@skyshelf/http';
import type { Caller } from '@skyshelf/tokens';
import type { Catalog } from '../application/catalog.js';
import { listRecent, listTags, measureFolder } from '../application/reads/overview.js';
import type { Listings } from '../application/reads/listings.js';
import { search } from '../application/reads/search.js';
import { CATALOG, LISTINGS } from '../catalog.runtime.js';
import { addressIn } from '../application/slices/read-folder.js';

/** The whole drive, whatever the folder. */
@Controller()
export class OverviewController {
  constructor(
    @Inject(CATALOG) private readonly catalog: Catalog,
    @Inject(LISTINGS) private readonly listings: Listings,
  ) {}

  @Route(routes.searchElements)
  search(
    @Body() { text, tag, url, folderId, limit }: BodyOf<typeof routes.searchElements>,
    @CurrentUser() user: Caller,
  ): Promise<AnswerOf<typeof routes.searchElements>> {
    const within =
      url === undefined && folderId === undefined ? null : addressIn({ url: url ?? '/', folderId });
    return search(this.catalog, user, {
      text,
      limit,
      ...(tag !== undefined && { tag }),
      ...(within && { within }),
    });
  }

  @Route(routes.listTags)
  tags(@CurrentUser() user: Caller): Promise<Buffer> {
    return listTags(this.catalog, this.listings, user);
  }

  @Route(routes.listRecent)
  recent(
    @Query() { limit }: QueryOf<typeof routes.listRecent>,
    @CurrentUser() user: Caller,
  ): Promise<Buffer> {
    return listRecent(this.catalog, this.listings, user, limit);
  }

  @Route(routes.measureFolder)
  measure(@Body() body: BodyOf<typeof routes.measureFolder>, @CurrentUser() user: Caller): Promise<Buffer> {
    return measureFolder(this.catalog, this.listings, user, addressIn(body));
  }
}
