import type { OpId } from '@skyshelf/contracts';
import {
  decideDeleteElements,
  requireNoDefaults,
  type DeletionAnswer,
} from '../../domain/delete-elements.js';
import type { PurgeProcess } from '../../domain/purge-elements.js';
import { runFor, type Account, type Catalog } from '../catalog.js';
import { readDeletion } from '../slices/read-deletion.js';

/**
 * Deletes elements with all they hold. What is too large for one transaction leaves the tree at once and is
 * purged by the process that the answer names.
 * @throws DomainError default.locked
 */
export function deleteElements(
  catalog: Catalog,
  account: Account,
  opId: OpId,
  ids: readonly string[],
): Promise<DeletionAnswer> {
  requireNoDefaults(ids);
  return runFor(catalog, account, opId, {
    name: 'delete-elements',
    payload: { ids },
    read: (reader) => readDeletion(reader, ids),
    decide: decideDeleteElements,
    alongside: async (side, { event }) => {
      if (event?.type !== 'catalog.elements.deleted' || event.process === null) return;
      await side.put<PurgeProcess>('processes', {
        id: event.process,
        kind: 'purge',
        roots: event.limbo,
        chunk: 1,
      });
    },
  });
}
