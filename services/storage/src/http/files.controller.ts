import { Controller, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { routes, type BlobId } from '@skyshelf/contracts';
import { CurrentUser, Route, type ParamsOf, type QueryOf, guardBytes } from '@skyshelf/http';
import type { Caller } from '@skyshelf/tokens';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readFile } from '../application/read-file.js';
import type { Storage } from '../application/storage.js';
import { displayName, dispositionOf } from '../domain/disposition.js';
import { STORAGE } from '../storage.runtime.js';
import { answerBytes, rangeRequestOf } from './answer-bytes.js';

@Controller()
export class FilesController {
  constructor(@Inject(STORAGE) private readonly storage: Storage) {}

  @Route(routes.readFile)
  async read(
    @CurrentUser() caller: Caller,
    @Param() { blobId, name }: ParamsOf<typeof routes.readFile>,
    @Query() { density }: QueryOf<typeof routes.readFile>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    guardBytes(request, reply);
    const asked = { blobId: blobId as BlobId, dense: density === '2', ...rangeRequestOf(request) };
    const answer = await readFile(this.storage, caller, asked);
    await answerBytes(request, reply, answer, {
      disposition: dispositionOf(answer.type, displayName(name)),
      cacheControl: answer.final ? 'private, max-age=31536000, immutable' : 'private, max-age=60',
    });
  }
}
