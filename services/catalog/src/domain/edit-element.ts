import { DomainError, type ElementId } from '@skyshelf/contracts';
import { editedName, extensionOf, nameKey, sameTags, tagsOf } from '@skyshelf/contracts/rules';
import { accepted, type Decision, resize, linkSize } from './decision.js';
import type { CatalogRow, Made } from './catalog-row.js';
import { hasPreview } from './describe-elements.js';
import { pathOf } from './target-folder.js';

export interface EditElement {
  id: ElementId;
  linkname?: string;
  linktag?: string[];
  confirm?: boolean;
  linkurl?: string | null;
  linktype?: string;
}

export const NAME_FIELD = 'obj.linkname';

/** A client may send all that are selected. */
export function onlyOne(id: string | readonly string[]): string {
  const ids = typeof id === 'string' ? [id] : [...new Set(id)];
  const [first] = ids;
  if (ids.length !== 1 || first === undefined) throw new DomainError('edit.only-one', { field: 'id' });
  return first;
}

export const toEditElement = (
  id: string,
  { linkname, linktag, confirm, linkurl, linktype }: Omit<EditElement, 'id'>,
): EditElement => ({
  id: id as ElementId,
  linkname,
  linktag,
  confirm,
  linkurl,
  linktype,
});

export interface Edited {
  name: string;
  nameKey: string;
  tags: string[];
  confirm: boolean | null;
}

export function editedElement(command: EditElement, row: CatalogRow, field = NAME_FIELD): Edited {
  requireSameTarget(command, row);
  const name = command.linkname === undefined ? row.name : newName(row, command.linkname, field);
  const tags = command.linktag === undefined ? row.tags : tagsOf(command.linktag);
  return { name, nameKey: nameKey(name), tags, confirm: newConfirm(command, row) };
}

const newName = (row: CatalogRow, sent: string, field: string): string =>
  accepted(editedName({ ...row, isFile: row.blobId !== null }, sent), field);

function newConfirm({ confirm }: EditElement, row: CatalogRow): boolean | null {
  if (confirm === undefined || confirm === row.confirm || row.blobId === null) return row.confirm;
  if (!confirm || hasPreview(row.derived)) return confirm;
  throw new DomainError('input.invalid', {
    field: 'obj.confirm',
    message: 'There is no thumbnail of this file yet.',
  });
}

/** A link's address and all kinds are fixed; a file's address follows its name and is ignored. */
function requireSameTarget({ linkurl, linktype }: EditElement, row: CatalogRow): void {
  if (row.url !== null && typeof linkurl === 'string' && linkurl.trim() !== row.url) {
    throw new DomainError('url.locked', { field: 'obj.linkurl' });
  }
  if (linktype !== undefined && linktype !== row.kind) {
    throw new DomainError('url.locked', {
      field: 'obj.linktype',
      message: 'The type of an element cannot be changed.',
    });
  }
}

export interface EditSlice {
  row: CatalogRow | null;
  /** The element with all its ancestors; null when it does not reach the root. */
  chain: readonly CatalogRow[] | null;
  edited: Edited | null;
  taken: boolean;
  field?: string;
}

export function decideEditElement({
  row,
  chain,
  edited,
  taken,
  field = NAME_FIELD,
}: EditSlice): Decision<Made & { modifiedCount: number }> {
  if (!row || !chain || !edited) throw new DomainError('element.not-found', { field: 'id' });
  const path = pathOf(
    chain
      .slice(1)
      .map(({ name }) => name)
      .toReversed(),
  );
  if (edited.name === row.name && sameTags(edited.tags, row.tags) && edited.confirm === row.confirm) {
    return { event: null, answer: { modifiedCount: 0, row, path } };
  }
  if (chain.some(({ copying }) => copying)) throw new DomainError('folder.copying', { field: 'id' });
  if (taken) throw new DomainError('name.exists', { field });
  const size = row.class === 'folder' || row.url === null ? row.size : linkSize(edited.name, row.url);
  const extension = row.extension === null ? null : extensionOf(edited.name);
  const delta = resize(row.kind, row.size, size);
  return {
    event: {
      type: 'catalog.element.edited',
      id: row.id,
      class: row.class,
      from: row.name,
      ...edited,
      extension,
      size,
      before: { parentId: row.parentId, tags: row.tags, confirm: row.confirm },
      delta,
    },
    answer: { modifiedCount: 1, row: { ...row, ...edited, extension, size }, path },
  };
}
