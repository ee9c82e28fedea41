import {
  DomainError,
  limboId,
  withFieldNames,
  ROOT_ID,
  type ElementId,
  type ElementView,
  type OpId,
} from '@skyshelf/contracts';
import {
  decideCancelDeletion,
  parentsOf,
  type CancelDeletionSlice,
  type Home,
  type Restoring,
} from '../../domain/delete-elements.js';
import type { CatalogRow } from '../../domain/catalog-row.js';
import { pathOf } from '../../domain/target-folder.js';
import type { LongProcess, PurgeProcess, RetagProcess } from '../../domain/long-process.js';
import { decideCancelRetag } from '../../domain/tag-elements.js';
import { isTrashItem } from '../../domain/trash.js';
import { measureLevels } from '../processes/depth-counter.js';
import { AnsweredElements } from '../element-view.js';
import type { ImportResult } from '../import-results.js';
import type { Account, Catalog, CatalogCommand } from '../catalog.js';
import { runAsUser } from '../run-for.js';
import { readAncestors, walkUp, type Reader } from '../slices/read-folder.js';
import { readNumbers, type SiblingName, readTakenNames } from '../slices/read-taken-names.js';
import { cancelRewind } from '../rewind/rewind-folder.js';
import { cancellingCopy } from './copy-in-chunks.js';
import { endingImport } from './import-in-chunks.js';
import { restoreTrash } from './restore-trash.js';

/** Answers what a stopped deletion has restored. */
export async function cancelProcess(
  catalog: Catalog,
  account: Account,
  opId: OpId,
  processId: string,
  restoring: Restoring = { exact: false },
): Promise<ElementView[]> {
  const reader = await catalog.store.reader(account.drive);
  const process = await reader.side<LongProcess>('processes').get(processId);
  // One name for all kinds: a repeat no longer knows the kind.
  const payload = { process: processId, ...(restoring.exact && { exact: true }) };
  const intention = { name: 'cancel-process', payload };
  const run = <S, A>(cancelling: Cancelling<S, A>): Promise<A> =>
    // Not `runFor`: it would end the held deletion that this may be about.
    runAsUser(catalog, account, opId, { ...cancelling, ...intention });
  const answered = new AnsweredElements(catalog, account);
  switch (process?.kind) {
    case 'copy':
      await run(cancellingAskedCopy(processId));
      return [];
    case 'purge': {
      const { ids } = await run(await cancellingDeletion(catalog, account, process, answered, restoring));
      return answered.of(ids);
    }
    case 'import':
      await run(cancellingImport(processId));
      return [];
    case 'retag':
      await run(cancellingRetag(processId));
      return [];
    case 'rewind':
      // Half of it would be neither now nor then.
      await cancelRewind(catalog, account, opId, process, intention);
      return [];
    case undefined: {
      const items = await reader.find({ parentId: { prefix: limboId(processId, '' as ElementId) } });
      if (items.some(isTrashItem))
        return restoreDeletion(catalog, account, opId, items, { ...restoring, intention });
      return answered.of((await run(cancellingNothing(processId)))?.ids ?? []);
    }
  }
}

/** Restores the elements from the trash. */
async function restoreDeletion(
  catalog: Catalog,
  account: Account,
  opId: OpId,
  items: readonly CatalogRow[],
  { exact, intention }: Restoring & { intention: { name: string; payload: object } },
): Promise<ElementView[]> {
  const ids = items.map(({ id }) => id);
  try {
    return await withFieldNames({ ids: 'process' }, () =>
      restoreTrash(catalog, account, opId, { ids, exact, intention }),
    );
  } catch (error) {
    if (error instanceof DomainError && error.code === 'trash.not-found') gone();
    throw error;
  }
}

type Cancelling<S, A> = Omit<CatalogCommand<S, A>, 'name' | 'payload'>;

const gone = (): never => {
  throw new DomainError('process.not-found', { field: 'process' });
};

/** A repeated request finds its answer; an import, which leaves no event, its result. */
const cancellingNothing = (processId: string): Cancelling<null, { ids?: ElementId[] } | null> => ({
  read: async (reader) => {
    const result = await reader.side<ImportResult>('imports').get(processId);
    return result?.state === 'cancelled' ? null : gone();
  },
  decide: () => ({ event: null, answer: null }),
});

function cancellingAskedCopy(processId: string): ReturnType<typeof cancellingCopy> {
  const cancelling = cancellingCopy(processId, 'asked');
  return {
    ...cancelling,
    async read(reader) {
      const slice = await cancelling.read(reader);
      return slice.process ? slice : gone();
    },
  };
}

const cancellingImport = (processId: string): ReturnType<typeof endingImport> => {
  const ending = endingImport(processId, 'cancelled');
  return { ...ending, read: async (reader) => (await ending.read(reader)) ?? gone() };
};

const cancellingRetag = (processId: string): Cancelling<RetagProcess, null> => ({
  read: async (reader) => (await reader.side<RetagProcess>('processes').get(processId)) ?? gone(),
  decide: decideCancelRetag,
  alongside: (side) => side.remove('processes', processId),
});

async function cancellingDeletion(
  catalog: Catalog,
  account: Account,
  { id: process, roots }: PurgeProcess,
  answered: AnsweredElements,
  restoring: Restoring,
): Promise<Cancelling<CancelDeletionSlice, { ids: ElementId[] }>> {
  // Nothing grows in limbo: counts from outside the transaction are never too small.
  const ids = roots.map(({ id }) => id);
  const { levels } = await measureLevels(catalog, account.drive, ids);
  return {
    read: (reader) =>
      readCancelDeletion(reader, { processId: process, levels, restoring }, catalog.clock.now()),
    decide: (slice, context) => {
      const homeOf = ({ parentId }: CatalogRow) => slice.homes.get(parentId)?.path ?? '/';
      return answered.keep(decideCancelDeletion(slice, restoring), slice.rows, context, homeOf);
    },
    alongside: (side) => side.remove('processes', process),
  };
}

async function readCancelDeletion(
  reader: Reader,
  { processId, levels, restoring }: { processId: string; levels: number; restoring: Restoring },
  now: Date,
): Promise<CancelDeletionSlice> {
  const process = (await reader.side<PurgeProcess>('processes').get(processId)) ?? gone();
  const ids = process.roots.map(({ id }) => id);
  const found = new Map((await reader.find({ id: { in: ids } })).map((row) => [row.id, row]));
  const rows = process.roots.flatMap(({ id, limboId }) => {
    const row = found.get(id);
    return row?.parentId === limboId ? [row] : [];
  });
  const homes = await readHomes(reader, process);
  const lookUp = (siblings: readonly SiblingName[]) =>
    readTakenNames(
      reader,
      [...homes.keys(), ROOT_ID],
      siblings.map(({ nameKey }) => nameKey),
      now,
    );
  const taken = await lookUp(rows);
  const parentOf = parentsOf({ process, homes, levels }, restoring);
  if (!restoring.exact) await readNumbers(rows, taken, lookUp, (row) => `${parentOf(row)} `);
  return { process, rows, homes, levels, taken };
}

/** Former folders that can still be written to. */
async function readHomes(reader: Reader, { roots }: PurgeProcess): Promise<Map<ElementId, Home>> {
  const homes = new Map<ElementId, Home>([[ROOT_ID, { depth: 0, path: '/' }]]);
  const ids = [...new Set(roots.map(({ parentId }) => parentId))].filter((id) => id !== ROOT_ID);
  const parents = await reader.find({ id: { in: ids }, class: 'folder' });
  const folders = await readAncestors(reader, parents);
  for (const parent of parents) {
    const above = walkUp(parent, folders);
    if (!above) continue;
    const way = [parent.id, ...above].map((id) => folders.get(id));
    if (way.some((folder) => folder?.copying)) continue;
    const path = pathOf(way.map((folder) => folder?.name ?? '').toReversed());
    homes.set(parent.id, { depth: way.length, path });
  }
  return homes;
}
