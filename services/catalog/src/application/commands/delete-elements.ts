import { limits, ROOT_ID, type ElementId, type OpId } from '@skyshelf/contracts';
import {
  decideDeleteElements,
  requireNoDefaults,
  type DeletionAnswer,
  type DeletionSlice,
  type SelectedTree,
} from '../../domain/delete-elements.js';
import type { PurgeProcess } from '../../domain/long-process.js';
import type { Account, Catalog, CatalogCommand, CatalogSideWriter } from '../catalog.js';
import { runFor } from '../run-for.js';
import { forgetOpenings } from '../reads/opened-elements.js';
import { readVersions } from '../slices/read-replaced.js';
import { readDeletion } from '../slices/read-selection.js';
import type { Reader } from '../slices/read-folder.js';
import { beginProcess } from '../processes/stored-processes.js';
import { readDeletionTrash } from '../trash/trash-settings.js';
import { keepInTrash } from '../trash/trash-work.js';

export interface HowDeleted {
  holdSeconds?: number | undefined;
  /** Skips the trash. */
  forever?: boolean | undefined;
}

/**
 * Deleted elements leave the tree at once and lie in the trash. Without one, a selection that is too large or held is
 * purged by the answered process, after `holdSeconds`.
 */
export async function deleteElements(
  catalog: Catalog,
  account: Account,
  opId: OpId,
  ids: readonly string[],
  { holdSeconds = 0, forever = false }: HowDeleted = {},
): Promise<DeletionAnswer> {
  requireNoDefaults(ids);
  const payload = { ids, ...(holdSeconds > 0 && { hold: holdSeconds }), ...(forever && { forever }) };
  const read = (reader: Reader) => readDeletion(reader, ids);
  const how = { holdSeconds, forever };
  return carryOutDeletion(catalog, account, opId, { name: 'delete-elements', payload, read, ...how });
}

interface Deletion extends Pick<CatalogCommand<SelectedTree, DeletionAnswer>, 'name' | 'payload' | 'read'> {
  holdSeconds: number;
  forever?: boolean;
}

export async function carryOutDeletion(
  catalog: Catalog,
  account: Account,
  opId: OpId,
  { holdSeconds, forever = false, read, ...intention }: Deletion,
): Promise<DeletionAnswer> {
  let removed: readonly ElementId[] = [];
  const answer = await runFor(catalog, account, opId, {
    ...intention,
    read: async (reader): Promise<DeletionSlice> => {
      const [selected, trash] = await Promise.all([
        read(reader),
        forever ? null : readDeletionTrash(reader, catalog.settings),
      ]);
      const { depth: deepest = null } = reader.state().bounds;
      return { ...(await withVersions(reader, selected, trash === null)), trash, deepest };
    },
    decide: (slice, context) => decideDeleteElements(slice, context, { held: holdSeconds > 0 }),
    alongside: async (side, { event, slice }) => {
      if (event?.type !== 'catalog.elements.deleted') return;
      ({ removed } = event);
      if (event.trash) await keepInTrash(side, event, slice.trash, catalog.clock.now());
      else if (event.process !== null)
        await beginPurge(side, { ...event, process: event.process }, holdSeconds, catalog);
    },
  });
  await forgetOpenings(catalog, account.drive, removed);
  return answer;
}

/** Too many at once are left to a process, too. */
async function withVersions(
  reader: Reader,
  selected: SelectedTree,
  areGone: boolean,
): Promise<SelectedTree & Pick<DeletionSlice, 'versions'>> {
  const { roots, below } = selected;
  if (!areGone || below === null || reader.state().history === 0) return { ...selected, versions: [] };
  const rows = [...below, ...roots];
  const most = Math.max(limits.maxElementsPerTransaction, rows.length);
  const count = rows.reduce((sum, { versions = 0 }) => sum + versions, 0);
  if (count > most) return { ...selected, below: null, versions: [] };
  return { ...selected, versions: await readVersions(reader, rows) };
}

async function beginPurge(
  side: CatalogSideWriter,
  { process, roots, limbo }: { process: string } & Pick<PurgedRoots, 'roots' | 'limbo'>,
  holdSeconds: number,
  { clock }: Pick<Catalog, 'clock'>,
): Promise<void> {
  const parents = new Map(roots.map(({ id, parentId }) => [id, parentId]));
  const purge: PurgeProcess = {
    id: process,
    kind: 'purge',
    roots: limbo.map((root) => ({ ...root, parentId: parents.get(root.id) ?? ROOT_ID })),
    chunk: 1,
    done: 0,
    ...(holdSeconds > 0 && { heldUntil: clock.now().getTime() + holdSeconds * 1000 }),
  };
  await beginProcess(side, purge, holdSeconds * 1000);
}

interface PurgedRoots {
  roots: readonly { id: ElementId; parentId: ElementId }[];
  limbo: readonly { id: ElementId; limboId: ElementId }[];
}
