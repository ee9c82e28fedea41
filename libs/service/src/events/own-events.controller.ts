import { Controller, Inject, Query } from '@nestjs/common';
import { internalRoutes, type DriveId, type EventMessage } from '@skyshelf/contracts';
import { Internal } from '@skyshelf/http';
import type { z } from 'zod';

export interface OwnEvents {
  /** In order. */
  after(drive: DriveId, after: number, limit: number): Promise<EventMessage[]>;
  /** By drive; null: from the first. */
  all(after: string | null, limit: number): Promise<EventMessage[]>;
  depth(): Promise<{ events: number; oldestAgeMs: number }>;
}

/** Nest token. */
export const OWN_EVENTS = Symbol('OwnEvents');

/** For consumers with a gap, and for `resync`. */
@Controller()
export class OwnEventsController {
  constructor(@Inject(OWN_EVENTS) private readonly events: OwnEvents) {}

  @Internal(internalRoutes.driveEvents)
  ofDrive(
    @Query() { drive, after, limit }: z.infer<typeof internalRoutes.driveEvents.query>,
  ): Promise<EventMessage[]> {
    return this.events.after(drive, after, limit);
  }

  @Internal(internalRoutes.allEvents)
  all(@Query() { after, limit }: z.infer<typeof internalRoutes.allEvents.query>): Promise<EventMessage[]> {
    return this.events.all(after ?? null, limit);
  }

  @Internal(internalRoutes.outboxDepth)
  depth(): Promise<{ events: number; oldestAgeMs: number }> {
    return this.events.depth();
  }
}
