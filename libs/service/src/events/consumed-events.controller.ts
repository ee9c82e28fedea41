import { Body, Controller, Inject, Query } from '@nestjs/common';
import { internalRoutes, type CursorPage, type ServiceName } from '@skyshelf/contracts';
import { dropParked, listParked, readCursors, retryParked } from '@skyshelf/event-bus';
import { Internal } from '@skyshelf/http';
import type { Db } from 'mongodb';
import type { z } from 'zod';

/** Nest token. */
export const CONSUMER = Symbol('Consumer');

const { allParked, allCursors, requestParked } = internalRoutes;

/** For operators: cursors, and requests about parked events. */
@Controller()
export class ConsumedEventsController {
  constructor(@Inject(CONSUMER) private readonly consumer: { name: ServiceName; db: Db }) {}

  @Internal(allParked)
  async parked(): Promise<{ parked: Awaited<ReturnType<typeof listParked>> }> {
    return { parked: await listParked(this.consumer.db) };
  }

  @Internal(requestParked)
  async request(@Body() { id, request }: z.infer<typeof requestParked.body>): Promise<{ found: boolean }> {
    const ask = request === 'retry' ? retryParked : dropParked;
    return { found: await ask(this.consumer.db, id) };
  }

  @Internal(allCursors)
  async cursors(@Query() { limit, ...choice }: z.infer<typeof allCursors.query>): Promise<CursorPage> {
    const { name: consumer, db } = this.consumer;
    const cursors = await Array.fromAsync(readCursors(db, { consumer, ...choice, limit }));
    return { cursors, next: cursors.length < limit ? null : (cursors.at(-1)?.drive ?? null) };
  }
}
