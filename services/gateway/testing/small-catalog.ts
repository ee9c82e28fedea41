import { Body, Controller, Inject, Module, Param, Req } from '@nestjs/common';
import { catalogCalls, DomainError, mediaCalls, routes, type DriveId } from '@skyshelf/contracts';
import { CurrentUser, Internal, Route } from '@skyshelf/http';
import type { ServiceDefinition, ServiceRuntime } from '@skyshelf/service';
import type { Caller } from '@skyshelf/tokens';
import type { FastifyRequest } from 'fastify';

/** The state of the small catalog, for a test to set and to read. */
export interface CatalogState {
  versions: Map<DriveId, number>;
  requests: { headers: FastifyRequest['headers']; caller: Caller | null }[];
  /** Addresses of pictures that were to be made again, and what comes of each; of others there is none. */
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
