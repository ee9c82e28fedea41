import { withFieldNames, type OpId } from '@skyshelf/contracts';
import { toEditElement } from '../../domain/edit-element.js';
import type { Account, Catalog } from '../catalog.js';
import { editElement } from './edit-element.js';

/** Fields of an edit as this request calls them. */
const FIELDS = { id: '_id', 'obj.confirm': 'confirm' };

/** Answers how many elements changed. */
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
