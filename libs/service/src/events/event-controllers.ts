import { Controller, Inject, Query, Body } from '@nestjs/common';
import {
  internalRoutes,
  type DriveId,
  type EventMessage,
  type CursorPage,
  type ServiceName,
  type RefilledPage,
  type RefillRequest,
} from '@skyshelf/contracts';
import { Internal } from '@skyshelf/http';
import type { z } from 'zod';
import { dropParked, listParked, readCursors, retryParked } from '@skyshelf/event-bus';
import type { Db } from 'mongodb';

interface OwnEvents {
  /** Order: by version. */
  after(drive: DriveId, after: number, limit: number): Promise<EventMessage[]>;
  /** Lists by drive; null starts at the first. */
  all(after: string | null, limit: number): Promise<EventMessage[]>;
  depth(): Promise<{ events: number; oldestAgeMs: number }>;
}

export const OWN_EVENTS = Symbol('OwnEvents');

/** Consumers with a gap and `resync` call these routes. */
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

export const CONSUMER = Symbol('Consumer');

const { allParked, allCursors, requestParked } = internalRoutes;

/** Operators call these routes. */
@Controller()
export class ConsumedEventsController {
  constructor(@Inject(CONSUMER) private readonly consumer: { name: ServiceName; db: Db }) {}

  @Internal(allParked)
  async parked(): Promise<{ parked: Awaited<ReturnType<typeof listParked>> }> {
    return { parked: await listParked(this.consumer.db) };
  }

  @Internal(requestParked)
  async request(
    @Body() { id, request, event }: z.infer<typeof requestParked.body>,
  ): Promise<{ found: boolean }> {
    const { db } = this.consumer;
    return { found: await (request === 'retry' ? retryParked(db, id) : dropParked(db, id, event)) };
  }

  @Internal(allCursors)
  async cursors(@Query() { limit, ...choice }: z.infer<typeof allCursors.query>): Promise<CursorPage> {
    const { name: consumer, db } = this.consumer;
    const cursors = await Array.fromAsync(readCursors(db, { consumer, ...choice, limit }));
    return { cursors, next: cursors.length < limit ? null : (cursors.at(-1)?.drive ?? null) };
  }
}

interface PageRefill {
  page(request: RefillRequest): Promise<RefilledPage>;
}

export const PAGE_REFILL = Symbol('PageRefill');

/** A consumer's part in `resync`. */
@Controller()
export class RefillController {
  constructor(@Inject(PAGE_REFILL) private readonly refill: PageRefill) {}

  @Internal(internalRoutes.refill)
  page(@Body() request: RefillRequest): Promise<RefilledPage> {
    return this.refill.page(request);
  }
}
