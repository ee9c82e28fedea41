import { Body, Controller, Inject } from '@nestjs/common';
import { routes } from '@skyshelf/contracts';
import { Route, type AnswerOf, type BodyOf } from '@skyshelf/http';
import type { Catalog } from '../application/catalog.js';
import { lookUpLink, type LinkProviders } from '../application/reads/look-up-link.js';
import { CATALOG, LINK_PROVIDERS } from '../catalog.runtime.js';

type LookUp = typeof routes.lookUpLink;

@Controller()
export class LinksController {
  constructor(
    @Inject(CATALOG) private readonly catalog: Catalog,
    @Inject(LINK_PROVIDERS) private readonly providers: LinkProviders,
  ) {}

  @Route(routes.lookUpLink)
  lookUp(@Body() body: BodyOf<LookUp>): Promise<AnswerOf<LookUp>> {
    return lookUpLink(this.providers, this.catalog.settings.videoHosts, body);
  }
}
