import type { CatalogEvent, ElementId, OpId } from '@skyshelf/contracts';
import { nameKey } from '@skyshelf/contracts/rules';
import { createMongoDriveStore } from '@skyshelf/event-store';
import { createIds, createStatementSigner, systemClock } from '@skyshelf/tokens';
import type { Db, MongoClient } from 'mongodb';
import type { Account, Catalog } from '#src/application/catalog.js';
import { addLink, createFolder } from '#src/application/commands/add-element.js';
import { catalogDefaults, catalogSettings } from '#src/catalog.config.js';
import { copyOf } from '#src/domain/catalog-row.js';
import { growth } from '#src/domain/decision.js';
import { driveStoreOptions } from '#src/infrastructure/drive-store.js';
import { createOpenCounts } from '#src/infrastructure/open-counts.js';

/** Commands of one drive that wait together share transactions. */
const TOGETHER = 64;
/** The number of rows in one fact; few enough for a transaction on a busy machine. */
const PER_FACT = 500;

/**
 * Fills a drive by catalog's own commands, past the door of the product: for measurements that need very many
 * elements.
 */
export function folderFiller({ client, db }: { client: MongoClient; db: Db }, account: Account) {
  const ids = createIds(systemClock);
  const secret = ids.next().repeat(2);
  const store = createMongoDriveStore({
    ...driveStoreOptions({ clock: systemClock, ids }),
    client,
    db,
    retireMs: 0,
  });
  const settings = catalogSettings(catalogDefaults);
  const signer = createStatementSigner(() => [secret]);
  const opens = createOpenCounts(db);
  const depths = { wake: () => undefined };
  const longCommands = { wake: () => undefined };
  const files = { open: () => Promise.reject(new Error('Nothing is imported here.')) };
  const wired = { store, clock: systemClock, ids, signer, settings, opens, depths, longCommands };
  const catalog: Catalog = { ...wired, files };
  const opId = () => `fill:${ids.next()}` as OpId;
  const happen = async (event: CatalogEvent) => {
    const key = opId();
    const command = {
      name: 'fill',
      payload: key,
      read: async () => null,
      decide: () => ({ event, answer: null }),
    };
    const once = () => store.withDrive(account.drive, key, command, { actor: null, trace: null });
    // On a busy machine a transaction may time out; the same operation is safe.
    await once().catch(once);
  };
  return {
    /** Prepares a database that no catalog has prepared. */
    prepare: () => store.prepare(),
    async folder(folderId: ElementId, linkname: string): Promise<ElementId> {
      const obj = { linkname, linktype: 'folder' };
      const made = await createFolder(catalog, account, opId(), { address: { url: '/', folderId }, obj });
      return made._id as ElementId;
    },
    async link(folderId: ElementId, linkname: string): Promise<ElementId> {
      const obj = { linkname, linktype: 'website', linkurl: 'https://example.com/' };
      const { view } = await addLink(catalog, account, opId(), { address: { url: '/', folderId }, obj });
      return view._id as ElementId;
    },
    /** Adds so many links, named by their number. */
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
    /**
     * Adds so many elements like an existing one, named by their number from `first` on, as copies that come in facts
     * of hundreds. Folders come empty.
     */
    async like(source: string, folderId: ElementId, count: number, first = 0): Promise<ElementId[]> {
      const row = await (await store.reader(account.drive)).get(source);
      if (!row) throw new Error(`there is no ${source}`);
      const made: ElementId[] = [];
      while (made.length < count) {
        const length = Math.min(PER_FACT, count - made.length);
        const elements = Array.from({ length }, (_, index) => {
          const name = `item ${first + made.length + index}`;
          const place = { id: ids.next() as ElementId, parentId: folderId };
          return { ...copyOf(row, place), name, nameKey: nameKey(name) };
        });
        const event = {
          type: 'catalog.elements.copied' as const,
          elements,
          progress: null,
          delta: growth(elements),
        };
        await happen(event);
        made.push(...elements.map(({ id }) => id));
      }
      return made;
    },
    /** Rows and events of a rebuild of the drive. */
    rebuild: () => store.rebuild(account.drive),
    close: () => store.close(),
  };
}

export type FolderFiller = ReturnType<typeof folderFiller>;
