import { Controller, Inject, Query } from '@nestjs/common';
import { internalRoutes, type DriveId, type EventMessage } from '@skyshelf/contracts';
import { Internal } from '@skyshelf/http';
import type { z } from 'zod';

/** The events that a service has stored, as others read them: an outbox. */
export interface OwnEvents {
  /** Those of a drive behind a version, in order. */
  after(drive: DriveId, after: number, limit: number): Promise<EventMessage[]>;
  /** Those of all drives by their ids, behind one of them; null: from the first. */
  all(after: string | null, limit: number): Promise<EventMessage[]>;
  /** Those that wait to be published. */
  depth(): Promise<{ events: number; oldestAgeMs: number }>;
}

/** Where Nest finds a service's `OwnEvents`. */
export const OWN_EVENTS = Symbol('OwnEvents');

/** Gives a service's events to consumers that have a gap, and to `resync`. */
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
