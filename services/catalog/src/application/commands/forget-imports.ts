import type { DriveId, OpId } from '@skyshelf/contracts';
import { ownOrigin, type Catalog } from '../catalog.js';
import type { ImportResult, RefusedPage } from '../import-results.js';

/** In one transaction; the next sweep goes on. */
const AT_ONCE = 500;

export const forgetImports = (
  { store, clock, ids }: Pick<Catalog, 'store' | 'clock' | 'ids'>,
  drive: DriveId,
): Promise<null> =>
  store.withDrive(
    drive,
    `forget-imports:${ids.next()}` as OpId,
    {
      name: 'forget-imports',
      payload: {},
      read: async (reader) => {
        const all = await reader.side<ImportResult | RefusedPage>('imports').find({});
        return all.filter(({ expires }) => expires <= clock.now()).slice(0, AT_ONCE);
      },
      decide: () => ({ event: null, answer: null }),
      alongside: async (side, { slice }) => {
        for (const { id } of slice) await side.remove('imports', id);
      },
    },
    ownOrigin(false),
  );
