import { Body, Controller, Inject } from '@nestjs/common';
import { internalRoutes, mediaCalls } from '@skyshelf/contracts';
import { Internal } from '@skyshelf/http';
import type { HealthCheck } from '@skyshelf/service';
import type { z } from 'zod';
import { renderOutsidePicture, type OutsidePictureDeps } from '../application/render-outside-picture.js';

export const FEATURES = Symbol('optional features');
export const OUTSIDE_PICTURES = Symbol('what pictures outside need');

const { renderOutsidePicture: outsidePicture } = mediaCalls;

/** Other services and the operator's commands call these routes. */
@Controller()
export class InternalController {
  constructor(
    @Inject(FEATURES) private readonly optionalFeatures: readonly HealthCheck[],
    @Inject(OUTSIDE_PICTURES) private readonly outside: OutsidePictureDeps,
  ) {}

  @Internal(internalRoutes.features)
  async features(): Promise<Record<string, { status: string; hint?: string }>> {
    const found = this.optionalFeatures.map(async ({ name, check }) => [name, await check()] as const);
    return Object.fromEntries(await Promise.all(found));
  }

  @Internal(outsidePicture)
  async outsidePicture(@Body() asked: z.infer<typeof outsidePicture.body>): Promise<{ webp: string }> {
    return { webp: Buffer.from(await renderOutsidePicture(this.outside, asked)).toString('base64') };
  }
}
