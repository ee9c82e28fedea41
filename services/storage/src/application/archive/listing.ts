import { createHash, type Hash } from 'node:crypto';
import { DomainError, type DriveId } from '@skyshelf/contracts';
import type { ArchiveEntry } from '../../domain/archive/zip-records.js';
import { LayoutCounter, type PageLayout } from '../../domain/archive/archive-layout.js';
import type { Storage } from '../storage.js';
import type { KeptArchive } from './kept-archives.js';
import { FolderNames, safeName } from '../../domain/archive/entry-names.js';
import type { FolderTree } from '../ports.js';

/** The entry is not yet looked up in storage. */
export type NamedEntry = Pick<ArchiveEntry, 'path' | 'blobId' | 'modified'>;

export interface ListBounds {
  entries: number;
  pathBytes: number;
}
/** An entry takes about 100 bytes; a tree of this size is read in seconds. */
export const standardBounds: ListBounds = { entries: 500_000, pathBytes: 48 * 1024 * 1024 };

const PAGE_ENTRIES = 1000;
const PAGE_PATH_BYTES = 256 * 1024;
const ENTRY_BYTES = 60;

/** While one page is looked up and written, the next is read. */
export class Listing<E extends NamedEntry = NamedEntry> {
  private readonly counter = new LayoutCounter();
  private readonly hash: Hash = createHash('sha256');
  private next: E[] = [];
  private nextBytes = 0;
  private pages = 0;
  private entries = 0;
  private bytes = 0;
  private written: Promise<void> = Promise.resolve();
  private readonly kept: PageLayout[] = [];
  private isWhole = false;
  private changed = Promise.withResolvers<void>();
  private readonly paged = Promise.withResolvers<void>();
  /** Resolves when a page is full and more are to come. */
  readonly whenPaged = this.paged.promise;

  constructor(
    private readonly storage: Pick<Storage, 'archives'>,
    private readonly making: Pick<KeptArchive, '_id' | 'drive' | 'ask'>,
    private readonly bounds: ListBounds,
    private readonly lookUp: (page: readonly E[]) => Promise<readonly ArchiveEntry[]>,
  ) {}

  /** @throws DomainError `download.too-large` */
  async add(entry: E): Promise<void> {
    const bytes = Buffer.byteLength(entry.path);
    this.entries += 1;
    this.bytes += bytes;
    if (this.entries > this.bounds.entries || this.bytes > this.bounds.pathBytes)
      throw new DomainError('download.too-large');
    this.next.push(entry);
    this.nextBytes += bytes;
    if (this.next.length >= PAGE_ENTRIES || this.nextBytes >= PAGE_PATH_BYTES)
      await this.turn(() => this.paged.resolve());
  }

  mayTurnOutTooLarge(elements = Infinity): boolean {
    const pathBytes = (this.bytes / this.entries) * elements;
    return elements > this.bounds.entries || pathBytes > this.bounds.pathBytes;
  }

  /** Waits for it; null: there is none, or the list failed. */
  async page(index: number): Promise<PageLayout | null> {
    while (index >= this.kept.length && !this.isWhole) await this.changed.promise;
    return this.kept[index] ?? null;
  }

  async end(name: string) {
    await this.turn();
    await this.written;
    this.hash.update(name);
    const hash = this.hash.digest('base64url').slice(0, 22);
    return { layout: this.counter.layout(), hash, bytes: this.bytes + this.entries * ENTRY_BYTES };
  }

  close(): void {
    this.isWhole = true;
    this.changed.resolve();
  }

  private async turn(onKept = () => {}): Promise<void> {
    const page = this.next;
    if (page.length === 0) return;
    [this.next, this.nextBytes] = [[], 0];
    const index = this.pages;
    this.pages += 1;
    const before = this.written;
    const checked = this.lookUp(page);
    this.written = (async () => {
      const [entries] = await Promise.all([checked, before]);
      const layout = this.counter.add(entries);
      for (const { path, blobId, size, modified } of entries)
        this.hash.update(JSON.stringify([path, blobId, size, modified]));
      await this.storage.archives.addPage(this.making, index, entries);
      this.kept.push(layout);
      this.changed.resolve();
      this.changed = Promise.withResolvers();
      onKept();
    })();
    this.written.catch(() => {}); // The next caller that waits gets the error.
    await before;
  }
}

/** @throws DomainError `file.not-found` */
export async function withContents(
  { blobs }: Pick<Storage, 'blobs'>,
  drive: DriveId,
  page: readonly NamedEntry[],
): Promise<ArchiveEntry[]> {
  const ids = page.flatMap(({ blobId }) => (blobId === null ? [] : [blobId]));
  const contents = await blobs.contents(drive, ids);
  return page.map((entry) => {
    if (entry.blobId === null) return { ...entry, size: 0, crc32: 0 };
    const content = contents.get(entry.blobId);
    if (!content) throw lost(entry.path);
    return { ...entry, ...content };
  });
}

const lost = (path: string): DomainError =>
  new DomainError('file.not-found', {
    message: `The bytes of ${path} are not there, so it cannot be downloaded.`,
  });

/** Ancestors are shared: a deep tree takes no more memory than its names. */
interface FolderNode {
  parent: FolderNode | null;
  name: string;
}

export const DRIVE_NAME = 'Skyshelf';

/** Names are safe to unpack. */
export class TreePaths {
  private readonly folders: FolderNode[];
  private current = -1;
  private names = new FolderNames();
  private path = '';

  constructor(top: string) {
    this.folders = [{ parent: null, name: top }];
  }

  /** @param folder whose contents come together */
  next(folder: number, given: string, isFolder: boolean): string {
    const node = this.folders[folder];
    if (!node) throw new Error(`Catalog listed the content of folder ${folder} before the folder.`);
    if (folder !== this.current)
      [this.current, this.names, this.path] = [folder, new FolderNames(), pathOf(node)];
    const name = this.names.take(given);
    if (isFolder) this.folders.push({ parent: node, name });
    return `${this.path}${name}${isFolder ? '/' : ''}`;
  }
}

export async function* treePaths({ top, entries: tree }: FolderTree): AsyncGenerator<NamedEntry[]> {
  const name = safeName(top?.name ?? DRIVE_NAME);
  yield [{ path: `${name}/`, blobId: null, modified: top?.born ?? 0 }];
  const paths = new TreePaths(name);
  for await (const page of tree)
    yield page.map(({ folder, name: given, blobId, born }) => ({
      path: paths.next(folder, given, blobId === null),
      blobId,
      modified: born,
    }));
}

export function filePaths(
  files: readonly { name: string; blobId: NamedEntry['blobId']; born: number }[],
): NamedEntry[] {
  const names = new FolderNames();
  return files.map(({ name, blobId, born }) => ({ path: names.take(name), blobId, modified: born }));
}

function pathOf(node: FolderNode): string {
  let path = '';
  for (let each: FolderNode | null = node; each; each = each.parent) path = `${each.name}/${path}`;
  return path;
}
