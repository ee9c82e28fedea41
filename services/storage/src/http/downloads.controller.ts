import { Controller, Inject, Query, Req, Res, Param } from '@nestjs/common';
import { routes, type ElementId, type BlobId } from '@skyshelf/contracts';
import { CurrentUser, Route, type QueryOf, guardBytes, type ParamsOf } from '@skyshelf/http';
import type { Caller } from '@skyshelf/tokens';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { download, type DownloadRequest } from '../application/archive/download.js';
import type { Hidden } from '../application/ports.js';
import type { Storage } from '../application/storage.js';
import { dispositionOf, displayName } from '../domain/disposition.js';
import { STORAGE } from '../storage.runtime.js';
import { answerBytes, rangeRequestOf } from './answer-bytes.js';
import { readFile } from '../application/read-file.js';

type Asked = QueryOf<typeof routes.download>;

@Controller()
export class DownloadsController {
  constructor(@Inject(STORAGE) private readonly storage: Storage) {}

  @Route(routes.download)
  async download(
    @CurrentUser() caller: Caller,
    @Query() { folder, trash, version, ...keys }: Asked,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    guardBytes(request, reply);
    const headOnly = request.method === 'HEAD';
    const asked = {
      keys: inOrder(keys),
      folder: folder as ElementId | undefined,
      hidden: hiddenOf({ trash, version }),
      headOnly,
      goesElsewhere: followsRedirects(request),
    };
    const answer = await download(this.storage, caller, { ...asked, ...rangeRequestOf(request) });
    if ('address' in answer)
      // Valid for this client, now.
      return void reply.header('cache-control', 'no-store').redirect(answer.address, 302);
    await answerBytes(request, reply, answer, {
      disposition: dispositionOf(answer.type, answer.name, true),
      cacheControl: 'private, no-cache',
    });
  }
}

/**
 * Tests Fetch Metadata for a browser that navigates. Scripts and parts of pages are bound to their origin by CORS or
 * policy.
 */
function followsRedirects({ headers }: FastifyRequest): boolean {
  const { 'sec-fetch-mode': mode, 'sec-fetch-dest': dest } = headers;
  return mode === 'navigate' && (dest === 'document' || dest === 'empty');
}

const hiddenOf = ({ trash, version }: Pick<Asked, 'trash' | 'version'>): Hidden | undefined =>
  version ? 'versions' : trash ? 'trash' : undefined;

/** Sorts by number; there may be gaps. */
const inOrder = (keys: Omit<Asked, 'folder' | 'trash' | 'version'>): DownloadRequest['keys'] =>
  Object.entries(keys)
    .flatMap(([field, address]) => (address === undefined ? [] : [{ field, address }]))
    .toSorted((a, b) => Number(a.field.slice(3)) - Number(b.field.slice(3)));

@Controller()
export class FilesController {
  constructor(@Inject(STORAGE) private readonly storage: Storage) {}

  @Route(routes.readFile)
  async read(
    @CurrentUser() caller: Caller,
    @Param() { blobId, name }: ParamsOf<typeof routes.readFile>,
    @Query() { density, ...which }: QueryOf<typeof routes.readFile>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    guardBytes(request, reply);
    const hidden = hiddenOf(which);
    const file = { blobId: blobId as BlobId, dense: density === '2', hidden };
    const asked = { ...file, ...rangeRequestOf(request) };
    const answer = await readFile(this.storage, caller, asked);
    await answerBytes(request, reply, answer, {
      disposition: dispositionOf(answer.type, displayName(name)),
      // Restored, dropped or purged: the address means something else then.
      cacheControl: hidden
        ? 'private, no-cache'
        : answer.final
          ? 'private, max-age=31536000, immutable'
          : 'private, max-age=60',
    });
  }
}
