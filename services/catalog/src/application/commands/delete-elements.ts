import { ROOT_ID, type ElementId, type OpId } from '@skyshelf/contracts';
import {
  decideDeleteElements,
  requireNoDefaults,
  type DeletionAnswer,
} from '../../domain/delete-elements.js';
import type { PurgeProcess } from '../../domain/long-process.js';
import { runFor, type Account, type Catalog } from '../catalog.js';
import { forgetOpenings } from './count-opening.js';
import { readDeletion } from '../slices/read-deletion.js';

/**
 * Deletes elements with all they hold. What is too large for one transaction leaves the tree at once and is
 * purged by the process that the answer names.
 */
export async function deleteElements(
  catalog: Catalog,
  account: Account,
  opId: OpId,
  ids: readonly string[],
): Promise<DeletionAnswer> {
  requireNoDefaults(ids);
  let removed: readonly ElementId[] = [];
  const answer = await runFor(catalog, account, opId, {
    name: 'delete-elements',
    payload: { ids },
    read: (reader) => readDeletion(reader, ids),
    decide: decideDeleteElements,
    alongside: async (side, { event }) => {
      if (event?.type === 'catalog.elements.deleted') ({ removed } = event);
      if (event?.type !== 'catalog.elements.deleted' || event.process === null) return;
      const parents = new Map(event.roots.map(({ id, parentId }) => [id, parentId]));
      await side.put<PurgeProcess>('processes', {
        id: event.process,
        kind: 'purge',
        roots: event.limbo.map((root) => ({ ...root, parentId: parents.get(root.id) ?? ROOT_ID })),
        chunk: 1,
        done: 0,
      });
    },
  });
  await forgetOpenings(catalog, account.drive, removed);
  return answer;
}
