import { createHash, type Hash } from 'node:crypto';
import { DomainError, type DriveId } from '@skyshelf/contracts';
import type { ArchiveEntry } from '../../domain/archive/zip-records.js';
import { LayoutCounter, type PageLayout } from '../../domain/archive/archive-layout.js';
import type { Storage } from '../storage.js';
import type { KeptArchive } from './kept-archives.js';
import { safeName } from '../../domain/archive/entry-names.js';
import { DRIVE_NAME, TreePaths, type NamedEntry } from '../../domain/archive/tree-paths.js';
import {
  grown,
  isFullPage,
  isTooLarge,
  listBytes,
  mayTurnOutTooLarge,
  NOTHING,
  type ListBounds,
  type ListSize,
} from '../../domain/archive/list-size.js';
import type { FolderTree } from '../ports.js';

/** While one page is looked up and written, the next is read. */
export class Listing<E extends NamedEntry = NamedEntry> {
  private readonly counter = new LayoutCounter();
  private readonly hash: Hash = createHash('sha256');
  private next: E[] = [];
  private nextSize: ListSize = NOTHING;
  private pages = 0;
  private size: ListSize = NOTHING;
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
    this.size = grown(this.size, entry);
    if (isTooLarge(this.size, this.bounds)) throw new DomainError('download.too-large');
    this.next.push(entry);
    this.nextSize = grown(this.nextSize, entry);
    if (isFullPage(this.nextSize)) await this.turn(() => this.paged.resolve());
  }

  mayTurnOutTooLarge(elements?: number): boolean {
    return mayTurnOutTooLarge(this.size, this.bounds, elements);
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
    return { layout: this.counter.layout(), hash, bytes: listBytes(this.size) };
  }

  close(): void {
    this.isWhole = true;
    this.changed.resolve();
  }

  private async turn(onKept = () => {}): Promise<void> {
    const page = this.next;
    if (page.length === 0) return;
    this.next = [];
    this.nextSize = NOTHING;
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
