import { DomainError, type ElementId, type OpId } from '@skyshelf/contracts';
import { isGone } from '../../domain/trash.js';
import type { Account, Catalog } from '../catalog.js';
import { runAsUser } from '../run-for.js';
import { readTrashRows, readTrashWork, topmost } from '../trash/trash-rows.js';
import { workOnTrash } from '../trash/trash-work.js';

/** null: everything that was deleted until now. It is out of the trash at once, and gone a little later. */
export async function purgeTrash(
  catalog: Catalog,
  account: Account,
  opId: OpId,
  ids: readonly string[] | null,
): Promise<void> {
  await runAsUser(catalog, account, opId, {
    name: 'purge-chosen-trash',
    payload: { ids },
    read: async (reader): Promise<{ roots: ElementId[]; before: string | null }> => {
      if (ids === null) return { roots: [], before: await newestIn(catalog, account) };
      const rows = await readTrashRows(reader, [...new Set(ids)]);
      const work = await readTrashWork(reader);
      if (rows.length === 0 || rows.some((each) => isGone(work, each)))
        throw new DomainError('trash.not-found', { field: 'ids' });
      return { roots: topmost(rows).map(({ row }) => row.id), before: null };
    },
    decide: (slice, { newId }) =>
      slice.roots.length === 0 && slice.before === null
        ? { event: null, answer: null }
        : { event: { type: 'catalog.trash.emptied', process: newId(), ...slice }, answer: null },
    alongside: async (side, { event }) => {
      if (event?.type !== 'catalog.trash.emptied') return;
      const { process: id, roots, before } = event;
      await workOnTrash(side, { id, kind: 'purge', roots, before, expires: catalog.clock.now() });
    },
  });
  catalog.longCommands.wake();
}

/** Clocks differ, so a time would not say what lies in the trash now. */
async function newestIn({ store }: Catalog, { drive }: Account): Promise<string | null> {
  const survey = await store.reader(drive);
  const [newest] = await survey.page({}, { by: 'trashed', after: '~', descending: true, limit: 1 });
  return newest?.trashed ?? null;
}
