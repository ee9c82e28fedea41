import { Body, Controller, Inject } from '@nestjs/common';
import type { DriveId } from '@skyshelf/contracts';
import { Internal } from '@skyshelf/http';
import type { z } from 'zod';
import { RESTORES } from '../catalog.runtime.js';
import type { Restores } from '../infrastructure/restores.js';
import * as contracts from './internal-contracts.js';

/** Who restores which drive. */
@Controller()
export class RestoresController {
  constructor(@Inject(RESTORES) private readonly restores: Restores) {}

  @Internal(contracts.claimRestore)
  claim(
    @Body() run: z.infer<typeof contracts.claimRestore.body>,
  ): Promise<{ claimed: boolean; wasBroken: boolean }> {
    return this.restores.claim(run);
  }

  @Internal(contracts.renewRestore)
  async renew(@Body() run: z.infer<typeof contracts.renewRestore.body>): Promise<Record<string, never>> {
    await this.restores.renew(run);
    return {};
  }

  @Internal(contracts.endRestore)
  async end(@Body() run: z.infer<typeof contracts.endRestore.body>): Promise<Record<string, never>> {
    await this.restores.end(run);
    return {};
  }

  @Internal(contracts.allRestores)
  async all(): Promise<{ restores: { drive: DriveId; underWay: boolean }[] }> {
    return { restores: await this.restores.all() };
  }
}
