import type { BlobId } from '@skyshelf/contracts';
import { eventOf } from '@skyshelf/testing';
import type { Account } from './account.js';
import type { RunningStorage } from './running-storage.js';

const delta = { used: 0, count: 0, byKind: {} };

export interface Named {
  elementId: string;
  blobId: BlobId;
}

/** Catalog's events, as storage hears them, each drive's in their order. */
export class CatalogPublisher {
  private readonly versions = new Map<string, number>();

  constructor(private readonly storage: RunningStorage) {}

  uploaded(account: Account, ...named: Named[]): Promise<void> {
    return this.tell(account, { type: 'catalog.files.uploaded', delta, files: named.map(fileOf) });
  }

  copied(account: Account, ...named: Named[]): Promise<void> {
    const elements = named.map((each) => ({ ...fileOf(each), source: 'other', ...copyFields }));
    return this.tell(account, { type: 'catalog.elements.copied', elements, progress: null, delta });
  }

  /** Links keep what was made from their addresses, and keep it no longer. */
  described(account: Account, kept: Named[], released: Named[] = []): Promise<void> {
    const item = { derived: {}, width: null, height: null, confirm: null };
    const items = [...kept, ...released].map(({ elementId }) => ({ id: elementId, ...item }));
    return this.tell(account, { type: 'catalog.elements.described', items, kept, released });
  }

  /** Links with what was made from their addresses are copied. */
  linksCopied(account: Account, ...named: Named[]): Promise<void> {
    const elements = named.map(({ elementId, blobId }) => ({
      ...fileOf({ elementId, blobId }),
      source: 'other',
      ...copyFields,
      blobId: null,
      derived: { thumbnail: { blobId, bytes: 50 } },
    }));
    return this.tell(account, { type: 'catalog.elements.copied', elements, progress: null, delta });
  }

  /** Other bytes have taken the place of the element's; the ones before are a version of it. */
  replaced(account: Account, elementId: string, to: BlobId, released: Named[] = []): Promise<void> {
    const content = (blobId: BlobId) => ({
      ...{
        blobId,
        kind: 'image/png',
        extension: 'png',
        source: 'device',
        size: 1,
        width: null,
        height: null,
      },
      ...{ modified: null, derived: {}, confirm: null, since: new Date(0).toISOString(), label: null },
    });
    const about = { uploadId: 'x', kept: true, dropped: [], versions: 1 };
    const replaced = [{ id: elementId, content: content(to), before: content('before' as BlobId), ...about }];
    return this.tell(account, { type: 'catalog.file.replaced', replaced, uploaded: [], released, delta });
  }

  versionsDropped(account: Account, ...named: Named[]): Promise<void> {
    return this.tell(account, { type: 'catalog.versions.dropped', blobIds: named, left: [], delta });
  }

  deleted(account: Account, ...named: Named[]): Promise<void> {
    const removed = named.map(({ elementId }) => elementId);
    const rest = { roots: [], removed, limbo: [], process: null, delta };
    return this.tell(account, { type: 'catalog.elements.deleted', blobIds: named, ...rest });
  }

  purged(account: Account, ...named: Named[]): Promise<void> {
    const rest = { process: 'p', chunk: 0, removed: [], last: true, delta };
    return this.tell(account, { type: 'catalog.elements.purged', blobIds: named, ...rest });
  }

  refused(account: Account, blobId: BlobId): Promise<void> {
    const rest = { uploadId: 'x', name: 'a', code: 'name.exists', message: 'Name already exist' };
    return this.tell(account, { type: 'catalog.upload.refused', blobId, ...rest });
  }

  private async tell({ drive }: Account, data: { type: string } & Record<string, unknown>): Promise<void> {
    const version = (this.versions.get(drive) ?? 0) + 1;
    this.versions.set(drive, version);
    const at = this.storage.clock.now();
    await this.storage.bus.publish([eventOf('catalog', drive, data, { version, at })]);
  }
}

const copyFields = {
  class: 'item',
  url: null,
  image: null,
  uploadedFrom: 'device',
  derived: {},
  confirm: null,
};

const fileOf = ({ elementId, blobId }: Named) => ({
  id: elementId,
  blobId,
  parentId: 'root',
  name: 'a',
  nameKey: 'a',
  tags: [],
  uploadId: `u-${elementId}`,
  kind: 'image/png',
  extension: 'png',
  source: 'device',
  size: 1,
  width: null,
  height: null,
});
