import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { filesUploaded, type EventMessage } from '@skyshelf/contracts';
import { hasImageThumbnail } from '@skyshelf/contracts/rules';
import type { BusContext } from '@skyshelf/event-bus';
import { JobRunner } from '../application/job-runner.js';
import { JobQueue, type Wish } from '../infrastructure/job-queue.js';

/** Makes work of what catalog tells. `<unknown>`: with two parameters TypeScript else takes the wrong overload. */
@Controller()
export class CatalogReactions {
  constructor(
    private readonly queue: JobQueue,
    private readonly runner: JobRunner,
  ) {}

  @EventPattern<unknown>('catalog.files.uploaded')
  async filesUploaded(
    @Payload() { drive, data, actor, trace }: EventMessage,
    @Ctx() context: BusContext,
  ): Promise<void> {
    const wishes = filesUploaded
      .parse(data)
      .files.filter(({ kind }) => hasImageThumbnail(kind))
      .map(({ id, blobId }): Wish => ({ kind: 'thumbnail', drive, elementId: id, blobId, actor, trace }));
    if (wishes.length === 0) return;
    await context.effect((session) => this.queue.add(session, wishes));
    this.runner.wake();
  }
}
