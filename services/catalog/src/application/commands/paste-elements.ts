import { DomainError, limits, type ElementView, type OpId, type Warning } from '@skyshelf/contracts';
import { decideCopyElements, type CopySlice } from '../../domain/copy-elements.js';
import { decideMoveElements } from '../../domain/move-elements.js';
import { requireNoBuiltIns, type PasteAction, type Pasted } from '../../domain/paste-elements.js';
import { runFor, type Account, type Catalog } from '../catalog.js';
import { elementView } from '../element-view.js';
import { readBelow } from '../slices/read-below.js';
import type { FolderAddress, Reader } from '../slices/read-folder.js';
import { readMove, readPaste } from '../slices/read-paste.js';

export interface PasteInput {
  /** The target. */
  address: FolderAddress;
  ids: readonly string[];
  action: PasteAction;
}

export interface PasteAnswer {
  ops: ElementView[];
  warnings: Warning[];
  process: string | null;
}

/**
 * Brings elements to another folder, or copies of them.
 * @throws DomainError default.locked, folder.not-found, folder.copying, depth.exceeded, element.not-found,
 * paste.same-folder, paste.into-itself, space.exceeded, drive.full
 */
export async function pasteElements(
  catalog: Catalog,
  account: Account,
  opId: OpId,
  input: PasteInput,
): Promise<PasteAnswer> {
  requireNoBuiltIns(input.ids, input.action);
  const { ids, warnings, path, process } =
    input.action === 'cut'
      ? await moveElements(catalog, account, opId, input)
      : await copyElements(catalog, account, opId, input);
  const reader = await catalog.store.reader(account.drive);
  const rows = await reader.find({ id: { in: ids } });
  const ops = rows.map((row) => elementView(row, path, account.sub));
  return { ops, warnings, process };
}

const moveElements = (
  catalog: Catalog,
  account: Account,
  opId: OpId,
  { address, ids }: PasteInput,
): Promise<Pasted> =>
  runFor(catalog, account, opId, {
    name: 'move-elements',
    payload: { address, ids },
    read: (reader) => readMove(reader, address, ids, catalog.clock.now()),
    decide: decideMoveElements,
  });

const copyElements = (
  catalog: Catalog,
  account: Account,
  opId: OpId,
  { address, ids }: PasteInput,
): Promise<Pasted> =>
  runFor(catalog, account, opId, {
    name: 'copy-elements',
    payload: { address, ids },
    read: (reader) => readCopy(reader, address, ids, catalog.clock.now()),
    decide: decideCopyElements,
  });

async function readCopy(
  reader: Reader,
  address: FolderAddress,
  ids: readonly string[],
  now: Date,
): Promise<CopySlice> {
  const slice = await readPaste(reader, address, ids, now);
  const { roots } = slice.selection;
  const below = await readBelow(reader, roots, limits.maxElementsPerTransaction - roots.length);
  if (!below) throw new DomainError('copy.too-many', { field: 'arr' });
  return { ...slice, below };
}
