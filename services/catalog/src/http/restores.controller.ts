import { Body, Controller, Inject } from '@nestjs/common';
import { catalogCalls, type DriveId } from '@skyshelf/contracts';
import { Internal } from '@skyshelf/http';
import type { z } from 'zod';
import type { RestoreClaims } from '../application/restore-claims.js';
import { RESTORES } from '../catalog.runtime.js';

@Controller()
export class RestoresController {
  constructor(@Inject(RESTORES) private readonly restores: RestoreClaims) {}

  @Internal(catalogCalls.claimRestore)
  claim(
    @Body() run: z.infer<typeof catalogCalls.claimRestore.body>,
  ): Promise<{ claimed: boolean; wasBroken: boolean }> {
    return this.restores.claim(run);
  }

  @Internal(catalogCalls.renewRestore)
  async renew(@Body() run: z.infer<typeof catalogCalls.renewRestore.body>): Promise<Record<string, never>> {
    await this.restores.renew(run);
    return {};
  }

  @Internal(catalogCalls.endRestore)
  async end(@Body() run: z.infer<typeof catalogCalls.endRestore.body>): Promise<Record<string, never>> {
    await this.restores.end(run);
    return {};
  }

  @Internal(catalogCalls.allRestores)
  async all(): Promise<{ restores: { drive: DriveId; underWay: boolean }[] }> {
    return { restores: await this.restores.all() };
  }
}
