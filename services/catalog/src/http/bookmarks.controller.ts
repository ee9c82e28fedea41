import { Readable } from 'node:stream';
import { Body, Controller, Inject, Query, Req, Res } from '@nestjs/common';
import { routes, type OpId } from '@skyshelf/contracts';
import {
  CurrentUser,
  guardBytes,
  OperationId,
  Route,
  type AnswerOf,
  type BodyOf,
  type QueryOf,
} from '@skyshelf/http';
import type { Caller } from '@skyshelf/tokens';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Catalog } from '../application/catalog.js';
import { importBookmarks } from '../application/commands/import-bookmarks.js';
import { exportBookmarks } from '../application/reads/export-bookmarks.js';
import { importResult, refusedBookmarks } from '../application/import-results.js';
import { CATALOG } from '../catalog.runtime.js';
import { addressIn } from '../application/slices/read-folder.js';

type Import = typeof routes.importBookmarks;
type Result = typeof routes.importedBookmarks;

@Controller()
export class BookmarksController {
  constructor(@Inject(CATALOG) private readonly catalog: Catalog) {}

  @Route(routes.importBookmarks)
  async import(
    @Body() body: BodyOf<Import>,
    @CurrentUser() user: Caller,
    @OperationId() opId: OpId,
  ): Promise<AnswerOf<Import>> {
    const { file, discard = false } = body;
    const started = await importBookmarks(this.catalog, user, opId, {
      address: addressIn(body),
      file,
      discard,
    });
    this.catalog.longCommands.wake();
    return started;
  }

  @Route(routes.importedBookmarks)
  imported(@Query() { process }: QueryOf<Result>, @CurrentUser() user: Caller): Promise<AnswerOf<Result>> {
    return importResult(this.catalog, user, process);
  }

  @Route(routes.refusedBookmarks)
  async refused(
    @Query() { process }: QueryOf<typeof routes.refusedBookmarks>,
    @CurrentUser() user: Caller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    guardBytes(request, reply);
    const lines = await refusedBookmarks(this.catalog, user, process);
    await answerFile(request, reply, lines, { name: 'not-imported.txt', type: 'text/plain' });
  }

  @Route(routes.exportBookmarks)
  async export(
    @Query() { folder }: QueryOf<typeof routes.exportBookmarks>,
    @CurrentUser() user: Caller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    guardBytes(request, reply);
    const lines = await exportBookmarks(this.catalog, user, folder);
    await answerFile(request, reply, lines, { name: 'bookmarks.html', type: 'text/html' });
  }
}

async function answerFile(
  { method }: FastifyRequest,
  reply: FastifyReply,
  lines: AsyncIterable<string>,
  { name, type }: { name: string; type: string },
): Promise<void> {
  void reply.headers({
    'content-type': `${type}; charset=utf-8`,
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'private, no-store',
  });
  await reply.send(Readable.from(method === 'HEAD' ? [] : lines, { objectMode: false }));
}
