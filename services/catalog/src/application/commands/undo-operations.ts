import {
  DomainError,
  limits,
  withFieldNames,
  type ElementId,
  type ElementView,
  type OpId,
} from '@skyshelf/contracts';
import { nameKey } from '@skyshelf/contracts/rules';
import type { SelectedTree } from '../../domain/delete-elements.js';
import { decideEditElement, type EditSlice } from '../../domain/edit-element.js';
import { decideMoveElements } from '../../domain/paste-elements.js';
import { stateBefore, taggedEvent } from '../../domain/tag-elements.js';
import { inversesOf, requireUnchanged, topmost, type Inverse } from '../../domain/undoable.js';
import { AnsweredElements } from '../element-view.js';
import type { Account, Catalog } from '../catalog.js';
import { counted } from '../reads/opened-elements.js';
import { runFor } from '../run-for.js';
import { readDescendants, readDeletion, readSelection } from '../slices/read-selection.js';
import { type Reader, isTaken } from '../slices/read-folder.js';
import { undoRewind } from '../rewind/rewind-folder.js';
import { cancelProcess } from './cancel-process.js';
import { carryOutDeletion } from './delete-elements.js';
import { moveElements } from './move-elements.js';
import { restoreVersion } from './restore-version.js';

export interface Undone {
  elements: ElementView[];
  removed: ElementId[];
}

/** Undoes operations only if everything is as they left it. When one is refused, those before are undone in turn. */
export async function undoOperations(
  catalog: Catalog,
  account: Account,
  opId: OpId,
  operations: readonly OpId[],
): Promise<Undone> {
  const events = await catalog.store.eventsOf(account.drive, [
    ...new Set(operations),
    backOf(stepId(opId, 0)),
  ]);
  // A repeat of a request that was refused and reverted.
  if (events.some((event) => event.opId === backOf(stepId(opId, 0)))) throw new DomainError('undo.changed');
  if (events.length < new Set(operations).size)
    throw new DomainError('operation.not-found', { field: 'operation' });
  const inverses = inversesOf(events.map(({ data }) => data));
  const steps = inverses.map((inverse, at) => ({
    inverse,
    opId: inverses.length === 1 ? opId : stepId(opId, at),
    isLast: at === inverses.length - 1,
  }));
  const touched = await withFieldNames(FIELDS, () => carryOutAll(catalog, account, steps));
  const removed = touched.flatMap((each) => each.removed);
  const ids = [...new Set(touched.flatMap((each) => each.changed))].filter((id) => !removed.includes(id));
  const elements = await new AnsweredElements(catalog, account).of(ids);
  return { elements: await counted(catalog, account.drive, elements), removed };
}

/** Inverse commands' fields, all called `operation` here. */
const FIELDS = { arr: 'operation', id: 'operation', process: 'operation', url: 'operation' };

const stepId = (opId: OpId, at: number): OpId => `${opId}.${at}` as OpId;
const backOf = (opId: OpId): OpId => `${opId}.back` as OpId;

interface Step {
  inverse: Inverse;
  opId: OpId;
  isLast: boolean;
}

interface Touched {
  changed: readonly ElementId[];
  removed: readonly ElementId[];
}

async function carryOutAll(catalog: Catalog, account: Account, steps: readonly Step[]): Promise<Touched[]> {
  const touched: Touched[] = [];
  try {
    for (const step of steps) touched.push(await carryOut(catalog, account, step));
  } catch (error) {
    for (const { opId } of steps.slice(0, touched.length).toReversed())
      await undoOperations(catalog, account, backOf(opId), [opId]);
    throw error;
  }
  return touched;
}

async function carryOut(
  catalog: Catalog,
  account: Account,
  { inverse, opId, isLast }: Step,
): Promise<Touched> {
  const left = 'left' in inverse && inverse.kind !== 'edit' ? inverse.left.map(({ id }) => id) : [];
  switch (inverse.kind) {
    case 'remove':
      // It must come back when a later step is refused.
      return removeAgain(catalog, account, opId, inverse, isLast ? 0 : limits.maxHoldSeconds);
    case 'edit':
      return editBack(catalog, account, opId, inverse);
    case 'move':
      await moveBack(catalog, account, opId, inverse);
      return { changed: left, removed: [] };
    case 'tag':
      await tagBack(catalog, account, opId, inverse);
      return { changed: left, removed: [] };
    case 'restore': {
      const ops = await cancelProcess(catalog, account, opId, inverse.process, { exact: true });
      return { changed: ops.map(({ _id }) => _id as ElementId), removed: [] };
    }
    case 'delete':
      return deleteAgain(catalog, account, opId, inverse);
    case 'restore-version': {
      const { id, expects, version } = inverse;
      const intention = { name: 'undo-restore-version', payload: { id, expects, version } };
      await restoreVersion(catalog, account, opId, { id, expects, version, intention });
      return { changed: [id], removed: [] };
    }
    case 'rewind':
      await undoRewind(catalog, account, opId, inverse);
      return { changed: [], removed: [] };
    case 'cancel-copy':
      await cancelCopy(catalog, account, opId, inverse.process);
      return { changed: [], removed: inverse.placed };
  }
}

type Of<Kind extends Inverse['kind']> = Extract<Inverse, { kind: Kind }>;
const intentionOf = (inverse: Inverse) => ({
  name: `undo-${inverse.kind}`,
  payload: 'left' in inverse ? { left: inverse.left } : {},
});

async function removeAgain(
  catalog: Catalog,
  account: Account,
  opId: OpId,
  inverse: Of<'remove'>,
  holdSeconds: number,
): Promise<Touched> {
  const removed = topmost(inverse.left);
  const read = (reader: Reader) => readMade(reader, inverse, removed);
  await carryOutDeletion(catalog, account, opId, { ...intentionOf(inverse), read, holdSeconds });
  return { changed: [], removed };
}

async function deleteAgain(
  catalog: Catalog,
  account: Account,
  opId: OpId,
  inverse: Of<'delete'>,
): Promise<Touched> {
  const removed = inverse.left.map(({ id }) => id);
  const read = async (reader: Reader): Promise<SelectedTree> => {
    const slice = await readDeletion(reader, removed);
    requireUnchanged(inverse.left, slice.roots);
    return slice;
  };
  const holdSeconds = limits.maxHoldSeconds;
  await carryOutDeletion(catalog, account, opId, { ...intentionOf(inverse), read, holdSeconds });
  return { changed: [], removed };
}

/** Reads what the operation made, if nothing else was put into its folders. */
async function readMade(
  reader: Reader,
  { left }: Of<'remove'>,
  roots: readonly ElementId[],
): Promise<SelectedTree> {
  const selection = await readSelection(reader, roots);
  const below = await readDescendants(reader, selection.roots, left.length - selection.roots.length);
  if (below === null) throw new DomainError('undo.changed', { field: 'operation' });
  requireUnchanged(left, [...selection.roots, ...below]);
  return { ...selection, below: left.length > limits.maxElementsPerTransaction ? null : below };
}

async function editBack(
  catalog: Catalog,
  account: Account,
  opId: OpId,
  inverse: Of<'edit'>,
): Promise<Touched> {
  await runFor(catalog, account, opId, {
    ...intentionOf(inverse),
    read: (reader) => readEdited(reader, inverse, catalog.clock.now()),
    decide: (slice: EditSlice) => {
      requireUnchanged([inverse.left], slice.row ? [slice.row] : []);
      const { event } = decideEditElement(slice);
      return { event, answer: null };
    },
  });
  return { changed: [inverse.left.id], removed: [] };
}

async function readEdited(
  reader: Reader,
  { left: { id }, event: { from, before, confirm } }: Of<'edit'>,
  now: Date,
): Promise<EditSlice> {
  const chain = await reader.ancestors(id);
  const row = chain?.[0];
  if (!chain || !row || !before) return { chain: null, row: null, edited: null, taken: false };
  const edited = {
    name: from,
    nameKey: nameKey(from),
    tags: before.tags,
    confirm: before.confirm === confirm ? row.confirm : before.confirm,
  };
  const wanted = { class: row.class, nameKey: edited.nameKey, now, exceptElement: id };
  const taken = edited.nameKey !== row.nameKey && (await isTaken(reader, row.parentId, wanted));
  return { chain, row, edited, taken, field: 'operation' };
}

async function moveBack(catalog: Catalog, account: Account, opId: OpId, inverse: Of<'move'>): Promise<void> {
  const { to, left, names } = inverse;
  const request = {
    address: { url: '/', folderId: to },
    conflict: 'skip' as const,
    names,
    ids: left.map(({ id }) => id),
  };
  await moveElements(catalog, account, opId, request, new AnsweredElements(catalog, account), {
    ...intentionOf(inverse),
    decide: (slice) => {
      requireUnchanged(left, slice.selection.roots);
      const decision = decideMoveElements(slice);
      if (decision.answer.warnings.length > 0) throw new DomainError('name.exists', { field: 'operation' });
      return decision;
    },
  });
}

async function tagBack(catalog: Catalog, account: Account, opId: OpId, inverse: Of<'tag'>): Promise<void> {
  const { left, tags } = inverse;
  await runFor(catalog, account, opId, {
    ...intentionOf(inverse),
    read: (reader) =>
      readSelection(
        reader,
        left.map(({ id }) => id),
      ),
    decide: ({ selected, copying, locked }) => {
      requireUnchanged(left, selected);
      if (copying || locked) throw new DomainError('folder.copying', { field: 'operation' });
      const items = selected.map((row) => {
        const { id, name } = row;
        return { id, name, tags: tags.get(id) ?? row.tags, before: stateBefore(row) };
      });
      return { event: taggedEvent(items), answer: null };
    },
  });
}

async function cancelCopy(catalog: Catalog, account: Account, opId: OpId, process: string): Promise<void> {
  try {
    await cancelProcess(catalog, account, opId, process);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'process.not-found')
      throw new DomainError('operation.not-found', { field: 'operation', cause: error });
    throw error;
  }
}
