import { DomainError, type ElementView, type OpId, withFieldNames } from '@skyshelf/contracts';
import { elementName, nameKey } from '@skyshelf/contracts/rules';
import {
  decideEditElement,
  editedElement,
  type EditElement,
  type EditSlice,
  toEditElement,
} from '../../domain/edit-element.js';
import type { Account, Catalog } from '../catalog.js';
import { runFor } from '../run-for.js';
import { countedOne } from '../reads/opened-elements.js';
import { elementView } from '../element-view.js';
import { type Reader, readFolder, isTaken } from '../slices/read-folder.js';
import { accepted } from '../../domain/decision.js';
import type { CatalogRow } from '../../domain/catalog-row.js';
import { segmentsOf } from '../../domain/target-folder.js';

export interface EditedElementView {
  modifiedCount: number;
  element: ElementView;
}

export async function editElement(
  catalog: Catalog,
  account: Account,
  opId: OpId,
  edit: EditElement,
): Promise<EditedElementView> {
  if (edit.id.startsWith('default:')) throw new DomainError('default.locked', { field: 'id' });
  const { row, path, modifiedCount } = await runFor(catalog, account, opId, {
    name: 'edit-element',
    payload: edit,
    read: (reader) => readEdit(reader, edit, catalog.clock.now()),
    decide: decideEditElement,
  });
  const element = await countedOne(catalog, account.drive, elementView(row, path, account.sub));
  return { modifiedCount, element };
}

async function readEdit(reader: Reader, edit: EditElement, now: Date): Promise<EditSlice> {
  const chain = await reader.ancestors(edit.id);
  const row = chain?.[0];
  if (!chain || !row) return { chain: null, row: null, edited: null, taken: false };
  const edited = editedElement(edit, row);
  const wanted = { class: row.class, nameKey: edited.nameKey, now, exceptElement: row.id };
  return {
    chain,
    row,
    edited,
    taken: edited.nameKey !== row.nameKey && (await isTaken(reader, row.parentId, wanted)),
  };
}

/** Fields of an edit as this request calls them. */
const FIELDS = { id: '_id', 'obj.confirm': 'confirm' };

export async function confirmThumbnail(
  catalog: Catalog,
  account: Account,
  opId: OpId,
  { _id, confirm }: { _id: string; confirm: boolean },
): Promise<number> {
  const edited = await withFieldNames(FIELDS, () =>
    editElement(catalog, account, opId, toEditElement(_id, { confirm })),
  );
  return edited.modifiedCount;
}

interface RenamePath {
  prevPath: string;
  newPath: string;
}

const field = 'newPath';

/** Done already when the client has renamed it by id. */
export async function renamePath(
  catalog: Catalog,
  account: Account,
  opId: OpId,
  paths: RenamePath,
): Promise<EditedElementView> {
  const name = newNameIn(paths);
  const { row, path, modifiedCount } = await runFor(catalog, account, opId, {
    name: 'rename-path',
    payload: paths,
    read: (reader) => readRename(reader, paths, name, catalog.clock.now()),
    decide: decideEditElement,
  });
  const element = await countedOne(catalog, account.drive, elementView(row, path, account.sub));
  return { modifiedCount, element };
}

function newNameIn({ prevPath, newPath }: RenamePath): string {
  const before = segmentsOf(prevPath);
  const after = segmentsOf(newPath);
  const last = after?.at(-1);
  if (!before || before.length === 0) throw new DomainError('folder.not-found', { field: 'prevPath' });
  if (!after || last === undefined) throw new DomainError('name.required', { field });
  const above = (segments: string[]) => segments.slice(0, -1).map(nameKey).join('/');
  if (before.length !== after.length || above(before) !== above(after))
    throw new DomainError('input.invalid', {
      field,
      message: 'Only the last name of a path can be changed. Cut and paste brings a folder elsewhere.',
    });
  return accepted(elementName(last), field);
}

async function readRename(
  reader: Reader,
  { prevPath, newPath }: RenamePath,
  name: string,
  now: Date,
): Promise<EditSlice> {
  const { chain } = await readFolder(reader, { url: prevPath });
  const [row] = chain ?? [];
  if (!chain || !row) return unchanged(await readFolder(reader, { url: renamed(newPath, name) }));
  const edited = editedElement({ id: row.id, linkname: name }, row, field);
  const wanted = { class: row.class, nameKey: edited.nameKey, now, exceptElement: row.id };
  const taken = edited.nameKey !== row.nameKey && (await isTaken(reader, row.parentId, wanted));
  return { row, chain, edited, taken, field };
}

const renamed = (path: string, name: string): string =>
  `/${[...(segmentsOf(path) ?? []).slice(0, -1), name].join('/')}/`;

function unchanged({ chain }: { chain: readonly CatalogRow[] | null }): EditSlice {
  const [row] = chain ?? [];
  if (!chain || !row) throw new DomainError('folder.not-found', { field: 'prevPath' });
  return { row, chain, edited: editedElement({ id: row.id }, row), taken: false };
}
