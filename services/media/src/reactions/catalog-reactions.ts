import { Controller, Inject } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { filesUploaded, type EventMessage } from '@skyshelf/contracts';
import type { BusContext } from '@skyshelf/event-bus';
import type { Kinds } from '../application/kind.js';
import { requestsOf } from '../application/requests-of.js';
import { Workers } from '../application/workers.js';
import { MongoJobQueue } from '../infrastructure/job-queue.js';

/** The kinds of derived files that there are. */
export const KINDS = Symbol('kinds of derived files');

/** Makes work of what catalog reports. `<unknown>`: with two parameters TypeScript else takes the wrong overload. */
@Controller()
export class CatalogReactions {
  constructor(
    @Inject(KINDS) private readonly kinds: Kinds,
    private readonly queue: MongoJobQueue,
    private readonly workers: Workers,
  ) {}

  @EventPattern<unknown>('catalog.files.uploaded')
  async filesUploaded(@Payload() event: EventMessage, @Ctx() context: BusContext): Promise<void> {
    const { files } = filesUploaded.parse(event.data);
    const requests = requestsOf(
      this.kinds,
      event,
      files.map(({ id, blobId, kind }) => ({ elementId: id, type: kind, source: { blobId } })),
    );
    if (requests.length === 0) return;
    await context.effect((session) => this.queue.add(session, requests));
    this.workers.wake();
  }
}
