import { Body, Controller, Inject } from '@nestjs/common';
import { internalRoutes, type RefilledPage, type RefillRequest } from '@skyshelf/contracts';
import { Internal } from '@skyshelf/http';

export interface PageRefill {
  page(request: RefillRequest): Promise<RefilledPage>;
}

/** Nest token. */
export const PAGE_REFILL = Symbol('PageRefill');

/** A consumer's part in `resync`. */
@Controller()
export class RefillController {
  constructor(@Inject(PAGE_REFILL) private readonly refill: PageRefill) {}

  @Internal(internalRoutes.refill)
  page(@Body() request: RefillRequest): Promise<RefilledPage> {
    return this.refill.page(request);
  }
}
