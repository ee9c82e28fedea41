import { Body, Controller, Inject } from '@nestjs/common';
import { internalRoutes, mediaCalls } from '@skyshelf/contracts';
import { Internal } from '@skyshelf/http';
import type { HealthCheck } from '@skyshelf/service';
import type { z } from 'zod';
import { makePortrait, type PortraitDeps } from '../application/make-portrait.js';

/** What works only where a program of the system is installed. */
export const FEATURES = Symbol('optional features');
export const PORTRAITS = Symbol('what portraits need');

/** What the other services and the operator's commands ask media. */
@Controller()
export class InternalController {
  constructor(
    @Inject(FEATURES) private readonly optionalFeatures: readonly HealthCheck[],
    @Inject(PORTRAITS) private readonly portraits: PortraitDeps,
  ) {}

  @Internal(internalRoutes.features)
  async features(): Promise<Record<string, { status: string; hint?: string }>> {
    const found = this.optionalFeatures.map(async ({ name, check }) => [name, await check()] as const);
    return Object.fromEntries(await Promise.all(found));
  }

  @Internal(mediaCalls.makePortrait)
  async portrait(
    @Body() { address }: z.infer<typeof mediaCalls.makePortrait.body>,
  ): Promise<{ webp: string }> {
    return { webp: Buffer.from(await makePortrait(this.portraits, address)).toString('base64') };
  }
}
