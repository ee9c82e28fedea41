import { Controller, Inject } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import {
  elementsCopied,
  elementsDeleted,
  elementsDescribed,
  elementsPurged,
  fileReplaced,
  filesUploaded,
  keptBlobs,
  uploadRefused,
  versionsDropped,
  type BlobId,
  type DriveId,
  type EventMessage,
} from '@skyshelf/contracts';
import type { BusContext } from '@skyshelf/event-bus';
import type { ClientSession } from 'mongodb';
import type { Storage } from '../application/storage.js';
import type { BlobReference } from '../domain/references.js';
import { STORAGE } from '../storage.runtime.js';

/** Methods that take a session run in the transaction of the event's effect. */
export interface NamedBlobs {
  add(addition: { drive: DriveId; references: readonly BlobReference[] }): Promise<void>;
  remove(
    session: ClientSession,
    drive: DriveId,
    references: readonly BlobReference[],
    now: Date,
  ): Promise<void>;
  condemnUnnamed(
    session: ClientSession,
    drive: DriveId,
    blobIds: readonly BlobId[],
    now: Date,
  ): Promise<void>;
}

export const NAMED_BLOBS = Symbol('NamedBlobs');

/** `<unknown>`: else TypeScript takes the wrong overload. */
@Controller()
export class CatalogReactions {
  constructor(
    @Inject(NAMED_BLOBS) private readonly references: NamedBlobs,
    @Inject(STORAGE) private readonly storage: Pick<Storage, 'clock'>,
  ) {}

  @EventPattern<unknown>('catalog.files.uploaded', { together: true })
  async filesUploaded(@Payload() { drive, data }: EventMessage): Promise<void> {
    const references = filesUploaded.parse(data).files.map(({ id, blobId }) => ({ elementId: id, blobId }));
    await this.references.add({ drive, references });
  }

  /** The bytes before are a version of the same element, which names them further. */
  @EventPattern<unknown>('catalog.file.replaced')
  async fileReplaced(@Payload() event: EventMessage, @Ctx() context: BusContext): Promise<void> {
    const { replaced, uploaded, released } = fileReplaced.parse(event.data);
    const references = [
      ...replaced.map(({ id, content: { blobId } }) => ({ elementId: id, blobId })),
      ...uploaded.map(({ id, blobId }) => ({ elementId: id, blobId })),
    ];
    await this.references.add({ drive: event.drive, references });
    await this.gone(event, released, context);
  }

  @EventPattern<unknown>('catalog.versions.dropped')
  versionsDropped(@Payload() event: EventMessage, @Ctx() context: BusContext): Promise<void> {
    return this.gone(event, versionsDropped.parse(event.data).blobIds, context);
  }

  /** A copy names the same bytes. */
  @EventPattern<unknown>('catalog.elements.copied')
  async elementsCopied(@Payload() { drive, data }: EventMessage): Promise<void> {
    const { elements } = elementsCopied.parse(data);
    const references = elements.flatMap((copy) =>
      keptBlobs(copy).map((blobId) => ({ elementId: copy.id, blobId })),
    );
    if (references.length > 0) await this.references.add({ drive, references });
  }

  /** Links keep what was made from their addresses. */
  @EventPattern<unknown>('catalog.elements.described')
  async elementsDescribed(@Payload() event: EventMessage, @Ctx() context: BusContext): Promise<void> {
    const { kept, released } = elementsDescribed.parse(event.data);
    if (kept.length > 0) await this.references.add({ drive: event.drive, references: kept });
    await this.gone(event, released, context);
  }

  @EventPattern<unknown>('catalog.elements.deleted')
  elementsDeleted(@Payload() event: EventMessage, @Ctx() context: BusContext): Promise<void> {
    return this.gone(event, elementsDeleted.parse(event.data).blobIds, context);
  }

  @EventPattern<unknown>('catalog.elements.purged')
  elementsPurged(@Payload() event: EventMessage, @Ctx() context: BusContext): Promise<void> {
    return this.gone(event, elementsPurged.parse(event.data).blobIds, context);
  }

  @EventPattern<unknown>('catalog.upload.refused')
  async uploadRefused(@Payload() { drive, data }: EventMessage, @Ctx() context: BusContext): Promise<void> {
    const { blobId } = uploadRefused.parse(data);
    await context.effect((session) =>
      this.references.condemnUnnamed(session, drive, [blobId], this.storage.clock.now()),
    );
  }

  private async gone(
    { drive }: EventMessage,
    references: readonly BlobReference[],
    context: BusContext,
  ): Promise<void> {
    if (references.length === 0) return;
    await context.effect((session) =>
      this.references.remove(session, drive, references, this.storage.clock.now()),
    );
  }
}
