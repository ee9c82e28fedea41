import type { ElementId, OpId } from '@skyshelf/contracts';
import { createIds, createStatementSigner, systemClock } from '@skyshelf/http';
import type { Db, MongoClient } from 'mongodb';
import type { Account, Catalog } from '../application/catalog.js';
import { addLink } from '../application/commands/add-link.js';
import { createFolder } from '../application/commands/create-folder.js';
import { catalogDefaults, catalogSettings } from '../catalog.config.js';
import { createDriveStore } from '../infrastructure/drive-store.js';
import { createOpenCounts } from '../infrastructure/open-counts.js';

/** Commands of one drive that wait together share transactions. */
const TOGETHER = 64;

/** Fills a drive by catalog's own commands, past the door of the product: for measurements that need very many elements. */
export function folderFiller({ client, db }: { client: MongoClient; db: Db }, account: Account) {
  const ids = createIds(systemClock);
  const store = createDriveStore({ client, db, clock: systemClock, ids });
  const settings = catalogSettings(catalogDefaults);
  const signer = createStatementSigner(ids.next().repeat(2));
  const catalog: Catalog = { store, clock: systemClock, ids, signer, settings, opens: createOpenCounts(db) };
  const opId = () => `fill:${ids.next()}` as OpId;
  return {
    async folder(folderId: ElementId, linkname: string): Promise<ElementId> {
      const obj = { linkname, linktype: 'folder' };
      const made = await createFolder(catalog, account, opId(), { address: { url: '/', folderId }, obj });
      return made._id as ElementId;
    },
    /** So many links, named by their number. */
    async links(folderId: ElementId, count: number): Promise<void> {
      let next = 0;
      const add = async () => {
        while (next < count) {
          const obj = { linkname: `item ${next}`, linktype: 'website', linkurl: 'https://example.com/' };
          next += 1;
          await addLink(catalog, account, opId(), { address: { url: '/', folderId }, obj });
        }
      };
      await Promise.all(Array.from({ length: TOGETHER }, add));
    },
    close: () => store.close(),
  };
}

export type FolderFiller = ReturnType<typeof folderFiller>;
