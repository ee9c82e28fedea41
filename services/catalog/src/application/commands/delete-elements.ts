import { ROOT_ID, type ElementId, type OpId } from '@skyshelf/contracts';
import {
  decideDeleteElements,
  requireNoDefaults,
  type DeletionAnswer,
  type DeletionSlice,
} from '../../domain/delete-elements.js';
import type { PurgeProcess } from '../../domain/long-process.js';
import type { Account, Catalog, CatalogCommand } from '../catalog.js';
import { runFor } from '../run-for.js';
import { forgetOpenings } from '../reads/opened-elements.js';
import { readDeletion } from '../slices/read-selection.js';
import type { Reader } from '../slices/read-folder.js';
import { beginProcess } from '../processes/stored-processes.js';

/**
 * A selection that is too large or held leaves the tree at once and is purged by the answered process, after
 * `holdSeconds`.
 */
export async function deleteElements(
  catalog: Catalog,
  account: Account,
  opId: OpId,
  ids: readonly string[],
  holdSeconds = 0,
): Promise<DeletionAnswer> {
  requireNoDefaults(ids);
  const payload = { ids, ...(holdSeconds > 0 && { hold: holdSeconds }) };
  const read = (reader: Reader) => readDeletion(reader, ids);
  return carryOutDeletion(catalog, account, opId, { name: 'delete-elements', payload, read, holdSeconds });
}

interface Deletion extends Pick<CatalogCommand<DeletionSlice, DeletionAnswer>, 'name' | 'payload' | 'read'> {
  holdSeconds: number;
}

export async function carryOutDeletion(
  catalog: Catalog,
  account: Account,
  opId: OpId,
  { holdSeconds, ...intention }: Deletion,
): Promise<DeletionAnswer> {
  let removed: readonly ElementId[] = [];
  const answer = await runFor(catalog, account, opId, {
    ...intention,
    decide: (slice, context) => decideDeleteElements(slice, context, { held: holdSeconds > 0 }),
    alongside: async (side, { event }) => {
      if (event?.type === 'catalog.elements.deleted') ({ removed } = event);
      if (event?.type !== 'catalog.elements.deleted' || event.process === null) return;
      const parents = new Map(event.roots.map(({ id, parentId }) => [id, parentId]));
      const purge: PurgeProcess = {
        id: event.process,
        kind: 'purge',
        roots: event.limbo.map((root) => ({ ...root, parentId: parents.get(root.id) ?? ROOT_ID })),
        chunk: 1,
        done: 0,
        ...(holdSeconds > 0 && { heldUntil: catalog.clock.now().getTime() + holdSeconds * 1000 }),
      };
      await beginProcess(side, purge, holdSeconds * 1000);
    },
  });
  await forgetOpenings(catalog, account.drive, removed);
  return answer;
}
