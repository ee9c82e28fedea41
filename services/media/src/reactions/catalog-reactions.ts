import { Controller, Inject } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import {
  elementsDeleted,
  elementsPurged,
  fileReplaced,
  filesUploaded,
  linkAdded,
  playlistAdded,
  type CatalogEvent,
  type DriveId,
  type EventMessage,
  type UploadedFile,
} from '@skyshelf/contracts';
import type { BusContext } from '@skyshelf/event-bus';
import { JobRunner } from '@skyshelf/jobs';
import type { ClientSession } from 'mongodb';
import type { JobRequest } from '../application/job.js';
import { requestsOf, type Kinds } from '../application/kind.js';

type SentFile = Pick<UploadedFile, 'id' | 'blobId' | 'kind' | 'width' | 'height'>;
type LinkAdded = Extract<CatalogEvent, { type: 'catalog.link.added' }>;

export const KINDS = Symbol('kinds of derived files');

export interface JobEnqueuer {
  add(session: ClientSession, requests: readonly JobRequest[]): Promise<void>;
  forgetGivenUp(drive: DriveId, elementIds: readonly string[]): Promise<void>;
}

export const JOB_ENTRY = Symbol('JobEnqueuer');

/** `<unknown>`: with two parameters TypeScript else takes the wrong overload. */
@Controller()
export class CatalogReactions {
  constructor(
    @Inject(KINDS) private readonly kinds: Kinds,
    @Inject(JOB_ENTRY) private readonly queue: JobEnqueuer,
    private readonly runner: JobRunner<ClientSession>,
  ) {}

  @EventPattern<unknown>('catalog.files.uploaded')
  async filesUploaded(@Payload() event: EventMessage, @Ctx() context: BusContext): Promise<void> {
    await this.ask(event, filesUploaded.parse(event.data).files.map(ofFile), context);
  }

  /** An earlier version that is current again may have been replaced before something was made of it. */
  @EventPattern<unknown>('catalog.file.replaced')
  async fileReplaced(@Payload() event: EventMessage, @Ctx() context: BusContext): Promise<void> {
    const { replaced, uploaded } = fileReplaced.parse(event.data);
    const ids = replaced.map(({ id }) => id);
    await this.queue.forgetGivenUp(event.drive, ids);
    const unmade = replaced.filter(({ content }) => Object.keys(content.derived).length === 0);
    const files = [...unmade.map(({ id, content }) => ({ id, ...content })), ...uploaded];
    await this.ask(event, files.map(ofFile), context);
  }

  @EventPattern<unknown>('catalog.link.added')
  async linkAdded(@Payload() event: EventMessage, @Ctx() context: BusContext): Promise<void> {
    await this.ask(event, [ofLink(linkAdded.parse(event.data))], context);
  }

  @EventPattern<unknown>('catalog.playlist.added')
  async playlistAdded(@Payload() event: EventMessage, @Ctx() context: BusContext): Promise<void> {
    await this.ask(event, playlistAdded.parse(event.data).links.map(ofLink), context);
  }

  /** Waiting and running jobs find by themselves that no one wants them. */
  @EventPattern('catalog.elements.deleted')
  elementsDeleted(@Payload() { drive, data }: EventMessage): Promise<void> {
    return this.queue.forgetGivenUp(drive, elementsDeleted.parse(data).removed);
  }

  @EventPattern('catalog.elements.purged')
  elementsPurged(@Payload() { drive, data }: EventMessage): Promise<void> {
    return this.queue.forgetGivenUp(drive, elementsPurged.parse(data).removed);
  }

  private async ask(
    event: EventMessage,
    elements: Parameters<typeof requestsOf>[2],
    context: BusContext,
  ): Promise<void> {
    const requests = requestsOf(this.kinds, event, elements);
    if (requests.length === 0) return;
    await context.effect((session) => this.queue.add(session, requests));
    this.runner.wake(new Set(requests.map(({ kind }) => kind)));
  }
}

const ofFile = ({ id, blobId, kind, width, height }: SentFile) => ({
  elementId: id,
  type: kind,
  source: { blobId },
  ...(width !== null && height !== null && { pixels: width * height }),
});

const ofLink = ({ id, kind, url }: Pick<LinkAdded, 'id' | 'kind' | 'url'>) => ({
  elementId: id,
  type: kind,
  source: { url },
});
