import { Body, Controller, Inject } from '@nestjs/common';
import { internalRoutes, type RefilledPage, type RefillRequest } from '@skyshelf/contracts';
import { Internal } from '@skyshelf/http';

/** Takes a service's consumer through a page of another service's events once more. */
export interface PageRefill {
  page(request: RefillRequest): Promise<RefilledPage>;
}

/** Where Nest finds a service's `PageRefill`. */
export const PAGE_REFILL = Symbol('PageRefill');

/** The part of a consumer in `resync`. */
@Controller()
export class RefillController {
  constructor(@Inject(PAGE_REFILL) private readonly refill: PageRefill) {}

  @Internal(internalRoutes.refill)
  page(@Body() request: RefillRequest): Promise<RefilledPage> {
    return this.refill.page(request);
  }
}
