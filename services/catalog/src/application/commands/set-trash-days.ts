import type { OpId } from '@skyshelf/contracts';
import type { Account, Catalog } from '../catalog.js';
import { runFor } from '../run-for.js';
import { TRASH_DAYS, type ChosenDays } from '../trash/trash-settings.js';
import { workOnTrash } from '../trash/trash-work.js';

/** null: as the installation says. What is over its date then goes. */
export function setTrashDays(
  catalog: Catalog,
  account: Account,
  opId: OpId,
  days: number | null,
): Promise<{ days: number }> {
  return runFor(catalog, account, opId, {
    name: 'set-trash-days',
    payload: { days },
    read: async (reader) => (await reader.side<ChosenDays>('settings').get(TRASH_DAYS))?.days ?? null,
    decide: (present) => ({
      event: present === days ? null : { type: 'catalog.trash-days.changed', days },
      answer: { days: days ?? catalog.settings.trashDays },
    }),
    alongside: async (side, { event }) => {
      if (!event) return;
      await side.put<ChosenDays>('settings', { id: TRASH_DAYS, days });
      await workOnTrash(side, { id: 'due', kind: 'due', expires: catalog.clock.now() });
    },
  });
}
