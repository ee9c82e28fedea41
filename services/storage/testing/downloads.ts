import { randomBytes } from 'node:crypto';
import { blobOfAddress, type BlobId, type FolderTreeEntry } from '@skyshelf/contracts';
import type { StorageScene } from './storage-scene.js';

/** The date of these tests' files in seconds since the epoch. */
export const born = 1_700_000_001;

/** Creates what alice has and downloads. */
export const downloadsIn = (scene: StorageScene) => ({
  /** A file of hers under a name. */
  async file(name: string, bytes: Uint8Array<ArrayBuffer> = new Uint8Array(randomBytes(500))) {
    const { linkurl } = await scene.alice.upload(bytes, { name, contentType: 'image/png' });
    const blobId = blobOfAddress(linkurl) as BlobId;
    scene.storage.shelf.name(scene.alice.drive, blobId, name, born);
    return { linkurl, blobId, bytes: Buffer.from(bytes), name };
  },
  download: (path: string, headers: Record<string, string> = {}, account = scene.alice) =>
    account.fetch(path, { headers }),
  /** A folder of hers: what is in it, as catalog tells it. */
  tree(entries: FolderTreeEntry[], id = 'trip', name = 'Trip'): string {
    scene.storage.shelf.folder(scene.alice.drive, id, name, entries);
    return `/api/download?folder=${id}`;
  },
});

export const zipOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());
export const child = (name: string, blobId: BlobId, folder = 0): FolderTreeEntry => [
  folder,
  name,
  blobId,
  born,
];
export const inner = (name: string, folder = 0): FolderTreeEntry => [folder, name, null, born];
