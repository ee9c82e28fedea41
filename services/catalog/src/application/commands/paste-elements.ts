import { limits, type ElementView, type OpId, type Warning } from '@skyshelf/contracts';
import type { CatalogRow } from '../../domain/catalog-row.js';
import {
  decideCopyElements,
  decideStartCopy,
  type StartCopySlice,
  type StartedCopy,
} from '../../domain/copy-elements.js';
import type { Decision, DecisionContext } from '../../domain/decision.js';
import type { NameConflict } from '../../domain/free-names.js';
import { requireNoBuiltIns, type PasteAction, type Pasted } from '../../domain/paste-elements.js';
import { AnsweredElements } from '../element-view.js';
import type { Account, Catalog } from '../catalog.js';
import { runFor } from '../run-for.js';
import { counted } from '../reads/opened-elements.js';
import { measureCopy } from '../processes/continue-copy.js';
import {
  readDescendants,
  readSelection,
  payloadOf,
  readPaste,
  type PasteRequest,
} from '../slices/read-selection.js';
import type { FolderAddress, Reader } from '../slices/read-folder.js';
import { moveElements } from './move-elements.js';
import { processJob, keepWithRoom } from '../processes/stored-processes.js';

export interface PasteInput {
  address: FolderAddress;
  ids: readonly string[];
  action: PasteAction;
  /** Default: elements with taken names stay. */
  conflict?: NameConflict | undefined;
}

export interface PasteAnswer {
  ops: ElementView[];
  warnings: Warning[];
  process: string | null;
}

export async function pasteElements(
  catalog: Catalog,
  account: Account,
  opId: OpId,
  input: PasteInput,
): Promise<PasteAnswer> {
  requireNoBuiltIns(input.ids, input.action);
  const answered = new AnsweredElements(catalog, account);
  const paste = input.action === 'cut' ? moveElements : copyElements;
  const { address, conflict = 'skip' } = input;
  const request = { address, ids: input.ids, conflict };
  const { ids, warnings, process } = await paste(catalog, account, opId, request, answered);
  const ops = await counted(catalog, account.drive, await answered.of(ids));
  return { ops, warnings, process };
}

async function copyElements(
  catalog: Catalog,
  account: Account,
  opId: OpId,
  request: PasteRequest,
  answered: AnsweredElements,
): Promise<Pasted> {
  const attempt = (extents: StartCopySlice['extents'] | null) =>
    runFor(catalog, account, opId, {
      name: 'copy-elements',
      payload: payloadOf(request),
      read: (reader) => readCopy(reader, request, catalog.clock.now()),
      decide: (slice, context) =>
        answered.keep(decideCopy(slice, extents, context), [], context, () => slice.target.path),
      alongside: async (side, { answer: { copy } }) => {
        if (!copy) return;
        await keepWithRoom(side, null, copy);
        await side.enqueue(processJob(copy));
      },
    });
  try {
    return await attempt(null);
  } catch (error) {
    if (!(error instanceof LevelsNotMeasured)) throw error;
    const reader = await catalog.store.reader(account.drive);
    const { roots } = await readSelection(reader, request.ids);
    const folders = roots.filter((row) => row.class === 'folder').map(({ id }) => id);
    return attempt(await measureCopy(catalog, account.drive, folders));
  }
}

class LevelsNotMeasured extends Error {}

type CopySlices = Omit<StartCopySlice, 'extents'> & { below: CatalogRow[] | null };

function decideCopy(
  slice: CopySlices,
  extents: StartCopySlice['extents'] | null,
  context: DecisionContext,
): Decision<StartedCopy> {
  const { below } = slice;
  if (below) {
    const decision = decideCopyElements({ ...slice, below }, context);
    const { event } = decision;
    if (!event || JSON.stringify(event).length <= limits.maxEventBytes)
      return { ...decision, answer: { ...decision.answer, copy: null } };
  }
  if (!extents) throw new LevelsNotMeasured();
  return decideStartCopy({ ...slice, extents }, context);
}

async function readCopy(reader: Reader, request: PasteRequest, now: Date): Promise<CopySlices> {
  const slice = await readPaste(reader, request, now);
  const { roots } = slice.selection;
  const below = await readDescendants(reader, roots, limits.maxElementsPerTransaction - roots.length);
  return { ...slice, below, room: reader.state() };
}
