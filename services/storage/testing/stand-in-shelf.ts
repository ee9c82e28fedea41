import { Readable } from 'node:stream';
import {
  DomainError,
  type BlobId,
  type DriveId,
  type DriveTreeElement,
  type FolderTreeEntry,
} from '@skyshelf/contracts';
import type { PeerBytes } from '@skyshelf/peers';

interface Shelf {
  version: number;
  files: Map<string, { name: string; born: number }[]>;
  folders: Map<string, { name: string; born: number; entries: FolderTreeEntry[] }>;
}

/** A link, without what opens it. */
const shown = {
  id: 'link',
  title: 'Lisbon',
  note: '',
  date: '2026-03-01T12:00:00.000Z',
  expires: null,
  password: false,
  download: true,
  downloadLimit: null,
  receives: null,
  paused: false,
  state: 'open',
  roots: [],
  opened: 2,
  downloads: 1,
};

/** Answers names and folders like catalog, as a test has set them; of unknown drives nothing. */
export class StandInShelf {
  private readonly shelves = new Map<string, Shelf>();
  private readonly wholes = new Map<string, DriveTreeElement[]>();
  /** How often a folder was told of. */
  told = 0;
  /** Whether the tree that is told breaks off before its end. */
  breaksOff = false;
  /** It is awaited before the second half of each tree is sent. */
  halfway: Promise<unknown> = Promise.resolve();

  /** A file somewhere on the drive. */
  name(drive: DriveId, blobId: BlobId, name: string, born = 1_700_000_001): void {
    const { files } = this.changed(drive);
    files.set(blobId, [...(files.get(blobId) ?? []), { name, born }]);
  }

  /** Folders as catalog tells them. */
  folder(drive: DriveId, id: string, name: string, entries: FolderTreeEntry[]): void {
    this.changed(drive).folders.set(id, { name, born: 1_700_000_001, entries });
  }

  /** All that a drive has, as catalog tells it for a takeout. */
  whole(drive: DriveId, elements: DriveTreeElement[]): void {
    this.wholes.set(drive, elements);
  }

  /** A file is deleted. */
  forget(drive: DriveId, blobId: BlobId): void {
    this.changed(drive).files.delete(blobId);
  }

  /** Changes something that no one asks about. */
  touch(drive: DriveId): void {
    this.changed(drive);
  }

  json(path: string, body: unknown): unknown {
    const [, drive = '', what] = /^\/internal\/drives\/([\w-]+)\/(version|files|shares)$/.exec(path) ?? [];
    const shelf = this.of(drive);
    if (what === 'version') return { version: shelf.version };
    if (what === 'shares') return { shares: [shown] };
    if (what !== 'files') throw new DomainError('route.not-found');
    const { files: asked } = body as { files: { blobId: string; name: string }[] };
    const files = asked.map(({ blobId, name }) => {
      const named = shelf.files.get(blobId) ?? [];
      const found = named.find((each) => each.name === name) ?? named[0];
      return found ? { blobId, ...found } : null;
    });
    return { version: shelf.version, files };
  }

  async bytes(path: string): Promise<PeerBytes> {
    const [, owner, what] =
      /^\/internal\/drives\/([\w-]+)\/(tree|bookmarks)(?:\?[a-z=&1]+)?$/.exec(path) ?? [];
    if (owner !== undefined)
      return what === 'tree'
        ? this.lines(
            (this.wholes.get(owner) ?? []).filter(
              ({ deleted, version }) =>
                (!deleted || path.includes('trash=1')) && (!version || path.includes('history=1')),
            ),
            null,
          )
        : { status: 200, headers: {}, body: Readable.from([Buffer.from('<DL>')]) };
    const [, drive = '', id = ''] =
      /^\/internal\/drives\/([\w-]+)\/folders\/([\w-]+)\/tree$/.exec(path) ?? [];
    const { folders } = this.of(drive);
    const folder = folders.get(id);
    if (!folder) throw new DomainError('folder.not-found', { field: 'folder' });
    this.told += 1;
    const { name, born, entries } = folder;
    return this.lines(entries, id === 'root' ? null : { name, born }, this.of(drive).version);
  }

  private lines(entries: readonly unknown[], top: object | null, version = 1): PeerBytes {
    const half = Math.ceil(entries.length / 2);
    const before = [{ version, elements: entries.length, top }, entries.slice(0, half)];
    const behind = [entries.slice(half), ...(this.breaksOff ? [] : [{ end: entries.length }])];
    const { halfway } = this;
    async function* lines() {
      for (const line of before) yield Buffer.from(`${JSON.stringify(line)}\n`);
      await halfway;
      for (const line of behind) yield Buffer.from(`${JSON.stringify(line)}\n`);
    }
    return { status: 200, headers: {}, body: Readable.from(lines()) };
  }

  private changed(drive: string): Shelf {
    const shelf = this.of(drive);
    this.shelves.set(drive, shelf);
    shelf.version += 1;
    return shelf;
  }

  private of(drive: string): Shelf {
    return this.shelves.get(drive) ?? { version: 0, files: new Map(), folders: new Map() };
  }
}
