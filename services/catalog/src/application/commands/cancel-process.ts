import { DomainError, ROOT_ID, type ElementId, type ElementView, type OpId } from '@skyshelf/contracts';
import { decideCancelDeletion, type CancelDeletionSlice } from '../../domain/cancel-deletion.js';
import { pathOf } from '../../domain/folder-path.js';
import type { LongProcess, PurgeProcess, RetagProcess } from '../../domain/long-process.js';
import { decideCancelRetag } from '../../domain/tag-elements.js';
import { measureLevels } from '../processes/measure-levels.js';
import { runFor, type Account, type Catalog, type CatalogCommand } from '../catalog.js';
import { elementView } from '../element-view.js';
import { readAbove, walkUp } from '../slices/read-above.js';
import type { Reader } from '../slices/read-folder.js';
import { readTakenNames } from '../slices/read-taken-names.js';
import { cancellingCopy } from './copy-in-chunks.js';

/**
 * Ends what is under way in chunks. Answers what a stopped deletion has brought back.
 * @throws DomainError process.not-found
 */
export async function cancelProcess(
  catalog: Catalog,
  account: Account,
  opId: OpId,
  processId: string,
): Promise<ElementView[]> {
  const reader = await catalog.store.reader(account.drive);
  const process = await reader.side<LongProcess>('processes').get(processId);
  // One name for all kinds: a repeat finds the answer of the first time, although nothing tells any more what it was.
  const intention = { name: 'cancel-process', payload: { process: processId } };
  const run = <S, A>(cancelling: Cancelling<S, A>): Promise<A> =>
    runFor(catalog, account, opId, { ...cancelling, ...intention });
  switch (process?.kind) {
    case 'copy':
      await run(cancellingAskedCopy(processId));
      return [];
    case 'purge':
      return viewsOf(catalog, account, (await run(await cancellingDeletion(catalog, account, process))).ids);
    case 'retag':
      await run(cancellingRetag(processId));
      return [];
    case undefined:
      return viewsOf(catalog, account, (await run(cancellingNothing))?.ids ?? []);
  }
}

type Cancelling<S, A> = Omit<CatalogCommand<S, A>, 'name' | 'payload'>;

const gone = (): never => {
  throw new DomainError('process.not-found', { field: 'process' });
};

/** It is over. If this very request has ended it before, its answer is there. */
const cancellingNothing: Cancelling<never, { ids?: ElementId[] } | null> = {
  read: async () => gone(),
  decide: gone,
};

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

const cancellingRetag = (processId: string): Cancelling<RetagProcess, null> => ({
  read: async (reader) => (await reader.side<RetagProcess>('processes').get(processId)) ?? gone(),
  decide: decideCancelRetag,
  alongside: (side) => side.remove('processes', processId),
});

async function cancellingDeletion(
  catalog: Catalog,
  account: Account,
  { id: process, roots }: PurgeProcess,
): Promise<Cancelling<CancelDeletionSlice, { ids: ElementId[] }>> {
  // In limbo nothing grows: what was counted outside of the transaction is never too little.
  const ids = roots.map(({ id }) => id);
  const { levels } = await measureLevels(catalog, account.drive, ids);
  return {
    read: (reader) => readCancelDeletion(reader, process, levels, catalog.clock.now()),
    decide: decideCancelDeletion,
    alongside: (side) => side.remove('processes', process),
  };
}

async function readCancelDeletion(
  reader: Reader,
  processId: string,
  levels: number,
  now: Date,
): Promise<CancelDeletionSlice> {
  const process = (await reader.side<PurgeProcess>('processes').get(processId)) ?? gone();
  const limbos = new Map(process.roots.map(({ id, limboId }) => [id, limboId]));
  const found = await reader.find({ id: { in: [...limbos.keys()] } });
  const rows = found.filter((row) => row.parentId === limbos.get(row.id));
  const homes = await readHomes(reader, process);
  const names = rows.map(({ nameKey }) => nameKey);
  return {
    process,
    rows,
    homes,
    levels,
    taken: await readTakenNames(reader, [...homes.keys(), ROOT_ID], names, now),
  };
}

/** Folders that deleted elements stood in and that still can be written to, with the length of their way to the root. */
async function readHomes(reader: Reader, { roots }: PurgeProcess): Promise<Map<ElementId, number>> {
  const homes = new Map<ElementId, number>([[ROOT_ID, 0]]);
  const ids = [...new Set(roots.map(({ parentId }) => parentId))].filter((id) => id !== ROOT_ID);
  const parents = await reader.find({ id: { in: ids }, class: 'folder' });
  const folders = await readAbove(reader, parents);
  for (const parent of parents) {
    const above = walkUp(parent, folders);
    const writable = above && ![parent.id, ...above].some((id) => folders.get(id)?.copying);
    if (writable) homes.set(parent.id, above.length + 1);
  }
  return homes;
}

async function viewsOf(
  catalog: Catalog,
  account: Account,
  ids: readonly ElementId[],
): Promise<ElementView[]> {
  if (ids.length === 0) return [];
  const reader = await catalog.store.reader(account.drive);
  const rows = await reader.find({ id: { in: ids } });
  const folders = await readAbove(reader, rows);
  return rows.flatMap((row) => {
    const above = walkUp(row, folders);
    if (!above) return [];
    const names = above.map((id) => folders.get(id)?.name ?? '').toReversed();
    return [elementView(row, pathOf(names), account.sub)];
  });
}
