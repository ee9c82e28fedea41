import { Body, Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { catalogCalls, type EventMessage } from '@skyshelf/contracts';
import { Internal } from '@skyshelf/http';
import type { Catalog } from '../application/catalog.js';
import { CATALOG, DRIVES_CATALOG } from '../catalog.runtime.js';
import { type DrivesCatalog, carryOut } from './effects.js';

@Controller()
export class Reactions {
  constructor(
    @Inject(CATALOG) private readonly catalog: Catalog,
    @Inject(DRIVES_CATALOG) private readonly drivesCatalog: DrivesCatalog,
  ) {}

  @EventPattern([
    'billing.plan.changed',
    'billing.settings.changed',
    'storage.upload.aborted',
    'media.derivatives.made',
  ])
  chunksAsRead(@Payload() event: EventMessage): Promise<void> {
    return this.drivesCatalog.react(event);
  }

  /** Small ones, whose order means nothing. */
  @EventPattern(['storage.upload.completed', 'media.derivative.made', 'media.derivative.failed'], {
    together: true,
  })
  together(@Payload() event: EventMessage): Promise<void> {
    return this.drivesCatalog.react(event);
  }

  /** Never forwards the events. */
  @Internal(catalogCalls.react)
  async react(@Body() event: EventMessage): Promise<Record<string, never>> {
    await carryOut(this.catalog, event);
    return {};
  }
}
