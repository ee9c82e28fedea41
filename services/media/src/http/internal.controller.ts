import { Controller, Inject } from '@nestjs/common';
import { internalRoutes } from '@skyshelf/contracts';
import { Internal } from '@skyshelf/http';
import type { HealthCheck } from '@skyshelf/service';

/** What works only where a program of the system is installed. */
export const FEATURES = Symbol('optional features');

/** What the other services and the operator's commands ask media. */
@Controller()
export class InternalController {
  constructor(@Inject(FEATURES) private readonly optionalFeatures: readonly HealthCheck[]) {}

  @Internal(internalRoutes.features)
  async features(): Promise<Record<string, { status: string; hint?: string }>> {
    const found = this.optionalFeatures.map(async ({ name, check }) => [name, await check()] as const);
    return Object.fromEntries(await Promise.all(found));
  }
}
