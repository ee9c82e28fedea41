import { DomainError, limits, type CatalogEvent, type Warning } from '@skyshelf/contracts';
import { sameTags, tagsOf } from '@skyshelf/contracts/rules';
import type { CatalogRow } from './catalog-row.js';
import type { Decision, DecisionContext } from './decision.js';
import type { RetagProcess } from './long-process.js';
import type { Selection } from './paste-elements.js';
import { isHidden } from './trash.js';
import { undoableIfItFits } from './undoable.js';

export interface TagElements {
  add: string[];
  remove: string[];
}

type Tagged = Extract<CatalogEvent, { type: 'catalog.elements.tagged' }>['items'][number];

export function decideTagElements(
  { add, remove }: TagElements,
  { selected, copying, locked }: Selection,
): Decision<{ modifiedCount: number; warnings: Warning[] }> {
  if (selected.length === 0) throw new DomainError('element.not-found', { field: 'arr' });
  if (copying || locked) throw new DomainError('folder.copying', { field: 'arr' });
  const warnings: Warning[] = [];
  const items = selected.flatMap((row) => {
    const tags = tagsOf([...row.tags.filter((tag) => !remove.includes(tag)), ...add]);
    if (sameTags(tags, row.tags)) return [];
    if (tags.length <= limits.maxTags) return [{ ...taggedRow(row, tags), before: stateBefore(row) }];
    warnings.push({
      name: row.name,
      code: 'tags.too-many',
      message: new DomainError('tags.too-many').message,
    });
    return [];
  });
  const answer = { modifiedCount: items.length, warnings };
  if (items.length === 0) return { event: null, answer };
  return { event: taggedEvent(items), answer };
}

export function taggedEvent(
  changed: readonly Tagged[],
): Extract<CatalogEvent, { type: 'catalog.elements.tagged' }> {
  const items = undoableIfItFits(changed);
  if (JSON.stringify(items).length > limits.maxEventBytes)
    throw new DomainError('selection.too-large', { field: 'arr' });
  return { type: 'catalog.elements.tagged', items, process: null };
}

/** Removed with `to: null`. */
export interface Retag {
  tag: string;
  to: string | null;
}

export interface RetagAnswer {
  modifiedCount: number;
  process: string | null;
}

export function decideRetag(
  retag: Retag,
  rows: readonly CatalogRow[],
  { newId }: Pick<DecisionContext, 'newId'>,
): Decision<RetagAnswer> {
  const { items, last } = retaggedRows(retag, rows);
  const process = last ? null : newId();
  const answer = { modifiedCount: items.length, process };
  return items.length === 0
    ? { event: null, answer }
    : { event: { type: 'catalog.elements.tagged', items, process }, answer };
}

export function decideRetagChunk(
  chunk: number,
  process: RetagProcess | null,
  rows: readonly CatalogRow[],
  most: number = limits.maxElementsPerTransaction,
): Decision<{ last: boolean; modified: number }> {
  if (!process || process.chunk !== chunk)
    return { event: null, answer: { last: process === null, modified: 0 } };
  const { items, last } = retaggedRows(process, rows, most);
  const answer = { last, modified: items.length };
  return items.length === 0
    ? { event: null, answer }
    : { event: { type: 'catalog.elements.tagged', items, process: process.id }, answer };
}

export const decideCancelRetag = ({ id }: RetagProcess): Decision<null> => ({
  event: { type: 'catalog.tag-change.cancelled', process: id },
  answer: null,
});

/** All have the tag; as many as one event takes. */
function retaggedRows(
  { tag, to }: Retag,
  rows: readonly CatalogRow[],
  most: number = limits.maxElementsPerTransaction,
): { items: Tagged[]; last: boolean } {
  const items: Tagged[] = [];
  let bytes = 0;
  for (const row of rows.slice(0, most)) {
    const tags = tagsOf(row.tags.flatMap((each) => (each === tag ? (to ?? []) : each)));
    const item = { ...taggedRow(row, tags), former: row.tags };
    bytes += JSON.stringify(item).length;
    if (items.length > 0 && bytes > limits.maxEventBytes) break;
    items.push(item);
  }
  return { items, last: items.length === rows.length };
}

export const stateBefore = ({ parentId, tags }: CatalogRow) => ({ parentId, tags });

const taggedRow = (row: CatalogRow, tags: string[]): Tagged => ({
  id: row.id,
  name: row.name,
  tags,
  ...(isHidden(row) && { hidden: true }),
});
