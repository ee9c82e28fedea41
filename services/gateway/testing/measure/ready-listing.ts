import { Controller, Inject, Module } from '@nestjs/common';
import { routes } from '@skyshelf/contracts';
import { Route } from '@skyshelf/http';
import type { ServiceDefinition, ServiceRuntime } from '@skyshelf/service';

const BODY = Symbol('Body');

/** Answers every listing with the same ready bytes: what is left to measure is the way to it. */
@Controller()
class ReadyListingController {
  constructor(@Inject(BODY) private readonly body: Buffer) {}

  @Route(routes.listFolder)
  list(): Buffer {
    return this.body;
  }
}

@Module({})
class ReadyListingModule {}

export const readyListing = (bytes: number): ServiceDefinition<ServiceRuntime> => ({
  name: 'catalog',
  open: () => ({
    module: {
      module: ReadyListingModule,
      controllers: [ReadyListingController],
      providers: [{ provide: BODY, useValue: readyBytes(bytes) }],
    },
  }),
});

export const readyBytes = (bytes: number): Buffer =>
  Buffer.from(JSON.stringify({ docs: [], folderId: 'root', version: 1, filler: 'x'.repeat(bytes) }));
