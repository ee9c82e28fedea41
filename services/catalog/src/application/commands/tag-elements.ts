import { DomainError, type OpId, type Warning } from '@skyshelf/contracts';
import { tagsOf } from '@skyshelf/contracts/rules';
import { decideTagElements, type TagElements } from '../../domain/tag-elements.js';
import type { Account, Catalog } from '../catalog.js';
import { runFor } from '../run-for.js';
import { readSelection } from '../slices/read-selection.js';

export interface TagElementsInput extends TagElements {
  ids: readonly string[];
}

/** A tag in both lists is added. */
export function tagElements(
  catalog: Catalog,
  account: Account,
  opId: OpId,
  { ids, add, remove }: TagElementsInput,
): Promise<{ modifiedCount: number; warnings: Warning[] }> {
  if (ids.some((id) => id.startsWith('default:'))) throw new DomainError('default.locked', { field: 'arr' });
  const tags = { add: tagsOf(add), remove: tagsOf(remove) };
  return runFor(catalog, account, opId, {
    name: 'tag-elements',
    payload: { ids, ...tags },
    read: (reader) => readSelection(reader, ids),
    decide: (selection) => decideTagElements(tags, selection),
  });
}
