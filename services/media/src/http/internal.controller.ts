import { Controller, Inject, Query } from '@nestjs/common';
import { driveId, type EventMessage } from '@skyshelf/contracts';
import type { Outbox } from '@skyshelf/event-store';
import { Internal, type InternalContract } from '@skyshelf/http';
import { z } from 'zod';
import { OUTBOX } from '../media.runtime.js';

const pageLimit = z.coerce.number().int().min(1).max(1000).default(500);
const driveEvents = {
  method: 'GET',
  path: '/internal/events',
  query: z.strictObject({ drive: driveId, after: z.coerce.number().int().nonnegative(), limit: pageLimit }),
} as const satisfies InternalContract;
const allEvents = {
  method: 'GET',
  path: '/internal/events/all',
  query: z.strictObject({ after: z.string().max(160).optional(), limit: pageLimit }),
} as const satisfies InternalContract;

/** What the other services ask media: its events, for gaps and refills. */
@Controller()
export class InternalController {
  constructor(@Inject(OUTBOX) private readonly outbox: Outbox) {}

  @Internal(driveEvents)
  events(@Query() { drive, after, limit }: z.infer<typeof driveEvents.query>): Promise<EventMessage[]> {
    return this.outbox.after(drive, after, limit);
  }

  @Internal(allEvents)
  allEvents(@Query() { after, limit }: z.infer<typeof allEvents.query>): Promise<EventMessage[]> {
    return this.outbox.all(after ?? null, limit);
  }
}
