import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { opId, settingsChanged, type EventMessage } from '@skyshelf/contracts';
import { unlessClosed } from '@skyshelf/service';
import type { Catalog } from '../application/catalog.js';
import { showBuiltIns } from '../application/commands/show-built-ins.js';
import { CATALOG } from '../catalog.runtime.js';

@Controller()
export class SettingsReactions {
  constructor(@Inject(CATALOG) private readonly catalog: Catalog) {}

  @EventPattern('billing.settings.changed')
  async settingsChanged(@Payload() { id, drive, data }: EventMessage): Promise<void> {
    const { defaultLinks } = settingsChanged.parse(data).settings;
    if (defaultLinks === undefined) return;
    await unlessClosed(showBuiltIns(this.catalog, drive, opId.parse(id), defaultLinks));
  }
}
