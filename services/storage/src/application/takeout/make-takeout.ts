import {
  DomainError,
  type DriveId,
  type DriveTreeElement,
  driveTreeLine,
  folderTreeHead,
  type BlobId,
} from '@skyshelf/contracts';
import type { Readable } from 'node:stream';
import { linePages } from '@skyshelf/service';
import type { TakeoutChoice, TakeoutPart } from '../../domain/takeout.js';
import { describedElement, type FileLocation } from '../../domain/takeout-element.js';
import { DRIVE_NAME, TreePaths } from '../../domain/archive/tree-paths.js';
import type { Storage } from '../storage.js';
import { type KeptText, TakeoutJson, TakeoutReport, type TakeoutCounts } from './takeout-texts.js';
import { TakeoutLists, TakeoutParts } from './takeout-parts.js';
import type { Contents } from '../ports.js';

export type TakeoutDeps = Pick<
  Storage,
  'archives' | 'blobs' | 'objects' | 'ids' | 'clock' | 'takeouts' | 'takeoutSource' | 'settings'
>;

export interface TakeoutResult extends Pick<TakeoutCounts, 'files' | 'leftOut'> {
  parts: readonly TakeoutPart[];
  /** Elements deleted before then keep their bytes as long. */
  expires: Date;
  kept: readonly string[];
}

interface TakeoutRequest extends TakeoutChoice {
  drive: DriveId;
  id: string;
}

interface Watched {
  signal: AbortSignal;
  onProgress(percent: number): void;
}

/**
 * Fixes the contents at one moment, without copying bytes. Catalog's answer is stored first: its snapshot
 * ends after minutes. A failed try is undone.
 */
export async function makeTakeout(
  deps: TakeoutDeps,
  of: TakeoutRequest,
  watched: Watched,
): Promise<TakeoutResult> {
  const lists = new TakeoutLists(deps, of.drive);
  try {
    return await new Making(deps, lists, of, watched).run();
  } catch (error) {
    await lists.forget().catch(() => {}); // else it expires
    throw error;
  }
}

class Making {
  private readonly begun: Date;
  private readonly parts: TakeoutParts;
  private readonly paths = new TreePaths(DRIVE_NAME);
  private readonly counts: TakeoutCounts = { folders: 0, links: 0, files: 0, bytes: 0, leftOut: 0 };

  constructor(
    private readonly deps: TakeoutDeps,
    private readonly lists: TakeoutLists,
    private readonly of: TakeoutRequest,
    private readonly watched: Watched,
  ) {
    this.begun = deps.clock.now();
    const name = `${DRIVE_NAME}-${this.begun.toISOString().slice(0, 10)}`;
    const partBytes = deps.settings.takeoutPartBytes;
    this.parts = new TakeoutParts(deps, lists, { id: of.id, partBytes, name });
  }

  async run(): Promise<TakeoutResult> {
    const { deps, lists, of } = this;
    const { takeoutSource: source, takeouts, settings } = deps;
    const tree = await lists.textOf('tree', await source.tree(of.drive, of));
    const bookmarks = await lists.textOf('bookmarks', await source.bookmarks(of.drive));
    const json = await lists.text('json');
    const report = await lists.text('report');
    const about = { settings: await source.settings(of.drive), shares: await source.shares(of.drive) };
    await this.writeElements(tree, about, json, report);
    await this.addText('bookmarks.html', bookmarks);
    await this.addText('skyshelf.json', json);
    await this.addText('report.txt', report);
    const parts = await this.parts.end();
    this.watched.signal.throwIfAborted();
    if (!(await takeouts.isWanted(of.drive, of.id))) throw new DomainError('takeout.not-found');
    const expires = new Date(this.begun.getTime() + settings.takeoutKeepMs);
    const { files, leftOut } = this.counts;
    return { parts, files, leftOut, expires, kept: lists.kept };
  }

  private async writeElements(
    tree: KeptText,
    about: object,
    jsonText: KeptText,
    reportText: KeptText,
  ): Promise<void> {
    const json = new TakeoutJson(jsonText);
    const report = new TakeoutReport(reportText);
    await json.begin(this.begun, about);
    await report.begin(this.begun);
    let done = 0;
    for await (const { elements, all } of driveLines(tree.read(this.deps.archives))) {
      this.watched.signal.throwIfAborted();
      const { described, leftOut } = await this.addPage(elements);
      await json.add(described);
      await report.leaveOut(leftOut);
      done += elements.length;
      this.watched.onProgress(Math.min(99, Math.floor((done / Math.max(1, all)) * 100)));
    }
    await json.end();
    await report.end(this.counts);
  }

  private async addPage(elements: readonly DriveTreeElement[]) {
    const ids = elements.flatMap(({ blobId }) => (blobId === null ? [] : [blobId]));
    const readable = await readableFiles(this.deps, this.of.drive, ids);
    const described: object[] = [];
    const leftOut: string[] = [];
    for (const element of elements) {
      const { blobId } = element;
      const content = blobId === null ? undefined : readable.get(blobId);
      const { path, location } = await this.addElement(element, content);
      if (blobId !== null && location === null) leftOut.push(path);
      described.push(describedElement(element, location));
    }
    this.counts.leftOut += leftOut.length;
    return { described, leftOut };
  }

  private async addElement(
    { class: sort, folder, name, blobId, born, modified: changed = born, deleted, version }: DriveTreeElement,
    content: { size: number; crc32: number | null } | undefined,
  ): Promise<{ path: string; location: FileLocation | null }> {
    const modified = Math.max(0, Math.floor(Date.parse(changed) / 1000));
    const pathOf = (isFolder: boolean): string =>
      version
        ? this.paths.below(['History', ...namesIn(version.path)], `${momentOf(born)} ${name}`, isFolder)
        : deleted
          ? this.paths.below(['Trash', ...namesIn(deleted.from)], name, isFolder)
          : this.paths.next(folder, name, isFolder);
    if (sort === 'folder') {
      const path = pathOf(true);
      this.counts.folders += 1;
      await this.parts.add({ path, blobId: null, size: 0, crc32: 0, modified });
      return { path, location: null };
    }
    if (blobId === null) {
      this.counts.links += 1;
      return { path: '', location: null };
    }
    const path = pathOf(false);
    if (!content) return { path, location: null };
    this.counts.files += 1;
    this.counts.bytes += content.size;
    const part = await this.parts.addFile({ path, blobId, ...content, modified });
    return { path, location: { part, path, bytes: content.size } };
  }

  private async addText(path: string, text: KeptText): Promise<void> {
    const { blobId, size, crc32 } = await text.end();
    const modified = Math.floor(this.begun.getTime() / 1000);
    await this.parts.add({ path, blobId, size, crc32, modified });
  }
}

/** Sorts by time, and has no character that a file system refuses. */
const momentOf = (iso: string): string => iso.slice(0, 19).replace('T', ' ').replaceAll(':', '.');

const namesIn = (path: string): string[] => path.split('/').filter((name) => name !== '');

async function* driveLines(
  body: Readable,
): AsyncGenerator<{ elements: readonly DriveTreeElement[]; all: number }> {
  let all: number | null = null;
  let came = 0;
  let expected: number | null = null;
  for await (const lines of linePages(body, 'A page of the tree', 1))
    for (const line of lines) {
      const parsed: unknown = JSON.parse(line);
      if (all === null) {
        all = folderTreeHead.parse(parsed).elements ?? 0;
        continue;
      }
      const page = driveTreeLine.parse(parsed);
      if (!Array.isArray(page)) expected = page.end;
      else {
        came += page.length;
        yield { elements: page, all };
      }
    }
  if (expected !== came) throw broken();
}

/** Part of a tree must not pass for all. */
const broken = (): DomainError =>
  new DomainError('service.unavailable', { cause: new Error('The tree sent by catalog broke off.') });

const AT_ONCE = 16;

/** Recorded as ready, and in the store. */
async function readableFiles(
  { blobs, objects }: Pick<Storage, 'blobs' | 'objects'>,
  drive: DriveId,
  blobIds: readonly BlobId[],
): Promise<Contents> {
  const recorded = [...(await blobs.contents(drive, blobIds))];
  const there: typeof recorded = [];
  for (let at = 0; at < recorded.length; at += AT_ONCE) {
    const some = recorded.slice(at, at + AT_ONCE);
    const found = await Promise.all(some.map(([id]) => objects.head(id)));
    there.push(...some.filter(([, { size }], index) => found[index]?.size === size));
  }
  return new Map(there);
}
