import { DomainError, type ElementView, type OpId, withFieldNames } from '@skyshelf/contracts';
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
import type { Reader } from '../slices/read-folder.js';
import { isTaken } from '../slices/read-target-folder.js';

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
