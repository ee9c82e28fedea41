import { Body, Controller, Inject, Module, Param, Query, Req, Res } from '@nestjs/common';
import { catalogCalls, DomainError, mediaCalls, routes, type DriveId } from '@skyshelf/contracts';
import { CurrentUser, Internal, Route } from '@skyshelf/http';
import type { ServiceDefinition, ServiceRuntime } from '@skyshelf/service';
import type { Caller } from '@skyshelf/tokens';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SmallShares } from './small-shares.js';

/** The state of the small catalog, for a test to set and to read. */
export interface CatalogState {
  versions: Map<DriveId, number>;
  requests: { headers: FastifyRequest['headers']; caller: Caller | null }[];
  /** Addresses of pictures that were to be made again, and what comes of each; of others there is none. */
  shares: SmallShares;
  portraits: { asked: string[]; made: Map<string, Buffer> };
}

const STATE = Symbol('CatalogState');

/**
 * A real service on libs/http that answers a few of catalog's, storage's and media's routes: enough to be
 * handed requests.
 */
@Controller()
class SmallCatalogController {
  constructor(@Inject(STATE) private readonly state: CatalogState) {}

  @Route(routes.listFolder)
  list(@CurrentUser() caller: Caller | null, @Req() request: FastifyRequest) {
    this.state.requests.push({ headers: request.headers, caller });
    return { docs: [], folderId: 'root', version: caller ? (this.state.versions.get(caller.drive) ?? 0) : 0 };
  }

  @Route(routes.usage)
  usage(@CurrentUser() caller: Caller, @Req() request: FastifyRequest) {
    this.state.requests.push({ headers: request.headers, caller });
    return {
      result: {
        available: 1,
        totalSize: 0,
        kept: 0,
        history: 0,
        planSize: 1,
        count: 0,
        description: 'There is room for 1 Bytes more.',
        Images: 0,
        Videos: 0,
        Music: 0,
        Links: 0,
        Youtube: 0,
        Documents: 0,
        Other: 0,
      },
    };
  }

  @Route(routes.sendBytes)
  async bytes(@Req() request: FastifyRequest) {
    let size = 0;
    for await (const chunk of request.raw as AsyncIterable<Buffer>) size += chunk.length;
    return JSON.stringify({ size });
  }

  @Route(routes.readFile)
  read(@Param('blobId') blobId: string, @CurrentUser() caller: Caller): string {
    return JSON.stringify({ blobId, sub: caller.sub });
  }

  /** It goes on until someone ends it, after so many bytes; `none` is not there. */
  @Route(routes.download)
  download(@Query() { key0 = '' }: { key0?: string }, @Res() reply: FastifyReply): void {
    if (key0 === 'none') throw new DomainError('file.not-found');
    if (key0 === 'small') return void reply.send('all of it');
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'application/octet-stream' });
    reply.raw.write(Buffer.alloc(Number(key0)));
  }

  @Internal(catalogCalls.findShare)
  find(@Body() { hash }: { hash: string }) {
    return { share: this.state.shares.find(hash) };
  }

  @Internal(catalogCalls.watchShare)
  watch(@Body() { id, sent }: { id: string; sent: number }) {
    return this.state.shares.watch(id, sent);
  }

  @Internal(catalogCalls.countShare)
  count(@Body() asked: Parameters<SmallShares['count']>[0]) {
    return { counted: this.state.shares.count(asked) };
  }

  @Internal(catalogCalls.listShared)
  listShared(@Body() { path }: { path: string }) {
    if (path === '/gone') throw new DomainError('folder.not-found');
    return { docs: [], folderId: path, next: null };
  }

  @Internal(catalogCalls.saveShare)
  save(@Body() asked: object) {
    this.state.shares.saved.push(asked);
    return { docs: { _id: 'trip', linkname: 'Trip' }, files: 1, bytes: 100 };
  }

  @Internal(catalogCalls.newestWithin)
  newest() {
    return {
      elements: [{ id: 'l', name: 'News & <more>', kind: 'website', born: '2026-01-01T00:00:00.000Z' }],
    };
  }

  @Internal(mediaCalls.renderOutsidePicture)
  portrait(@Body() { address }: { address: string }) {
    const { asked, made } = this.state.portraits;
    asked.push(address);
    const webp = made.get(address);
    if (!webp) throw new DomainError('file.not-found');
    return { webp: webp.toString('base64') };
  }

  @Internal(catalogCalls.driveVersion)
  version(@Param('drive') drive: DriveId) {
    return { version: this.state.versions.get(drive) ?? 0 };
  }
}

@Module({})
class SmallCatalogModule {}

export const smallCatalog = (state: CatalogState): ServiceDefinition<ServiceRuntime> => ({
  name: 'catalog',
  open: () => ({
    module: {
      module: SmallCatalogModule,
      controllers: [SmallCatalogController],
      providers: [{ provide: STATE, useValue: state }],
    },
  }),
});
