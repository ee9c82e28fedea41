import { Readable } from 'node:stream';
import { Body, Controller, Inject, Param, Query, StreamableFile } from '@nestjs/common';
import { catalogCalls } from '@skyshelf/contracts';
import { Internal } from '@skyshelf/http';
import type { z } from 'zod';
import type { Catalog } from '../application/catalog.js';
import { exportBookmarks } from '../application/reads/export-bookmarks.js';
import { driveTree, folderTree, shownFiles } from '../application/reads/shown-files.js';
import { hiddenOf } from '../application/reads/hidden-files.js';
import { reachOf } from '../application/slices/require-within.js';
import { CATALOG } from '../catalog.runtime.js';

const { shownFiles: files, folderTree: tree, driveTree: whole, driveBookmarks } = catalogCalls;

/** The storage service calls these routes. */
@Controller()
export class ShownFilesController {
  constructor(@Inject(CATALOG) private readonly catalog: Catalog) {}

  @Internal(files)
  shown(
    @Param() { drive }: z.infer<typeof files.params>,
    @Body() body: z.infer<typeof files.body>,
  ): Promise<z.input<typeof files.answer>> {
    return shownFiles(this.catalog, reachOf(drive, body.within), body.files, hiddenOf(body));
  }

  @Internal(tree)
  async tree(
    @Param() { drive, folderId }: z.infer<typeof tree.params>,
    @Query() { within, trash }: z.infer<typeof tree.query>,
  ): Promise<StreamableFile> {
    const reach = reachOf(drive, within);
    const { head, lines } = await folderTree(this.catalog, reach, folderId, trash === '1');
    return streamed(jsonLines(head, lines));
  }

  @Internal(whole)
  async all(
    @Param() { drive }: z.infer<typeof whole.params>,
    @Query() { trash, history }: z.infer<typeof whole.query>,
  ): Promise<StreamableFile> {
    const { head, lines } = await driveTree(this.catalog, drive, {
      trash: trash === '1',
      history: history === '1',
    });
    return streamed(jsonLines(head, lines));
  }

  @Internal(driveBookmarks)
  async bookmarks(@Param() of: z.infer<typeof driveBookmarks.params>): Promise<StreamableFile> {
    return streamed(await exportBookmarks(this.catalog, of, undefined));
  }
}

const streamed = (text: AsyncIterable<string>): StreamableFile =>
  new StreamableFile(Readable.from(text, { objectMode: false }));

async function* jsonLines(head: object, lines: AsyncIterable<object>): AsyncGenerator<string> {
  yield `${JSON.stringify(head)}\n`;
  for await (const line of lines) yield `${JSON.stringify(line)}\n`;
}
