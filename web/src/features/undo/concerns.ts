import type { Answer } from '@skyshelf/contracts/browser';
import { leftBy, liesIn, looksSame, type Undoable } from './undoable.js';

/** Whether changes concern what a command left, or what lies in the folders that it made. Pictures that came since count for nothing. */
export const concerns = (
  { elements, removed }: Pick<Answer<'changes'>, 'elements' | 'removed'>,
  { done, within }: Pick<Undoable, 'done' | 'within'>,
): boolean => {
  const left = new Map(leftBy(done).map((look) => [look._id, look]));
  const inner = new Map(within.map((look) => [look._id, look]));
  const madeFolders = done.kind === 'added' ? done.elements : [];
  if (removed.some((id) => left.has(id) || inner.has(id))) return true;
  return elements.some((element) => {
    const look = left.get(element._id) ?? inner.get(element._id);
    return look ? !looksSame(element, look) : liesIn(element, madeFolders);
  });
};
