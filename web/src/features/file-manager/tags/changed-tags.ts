import type { ElementView } from '@skyshelf/contracts/browser';
import { tagsOf } from '@skyshelf/contracts/rules';

/** Tags that elements get and lose. */
export interface TagChange {
  add: string[];
  remove: string[];
}

type Tagged = Pick<ElementView, 'linktag'>;

/** Tags that all of some elements have, in the order of the first one. */
export const commonTags = ([first, ...others]: readonly Tagged[]): string[] =>
  first?.linktag.filter((tag) => others.every(({ linktag }) => linktag.includes(tag))) ?? [];

/** Tags that some of them have, and not all. */
export const scatteredTags = (elements: readonly Tagged[]): string[] => {
  const common = new Set(commonTags(elements));
  return [...new Set(elements.flatMap(({ linktag }) => linktag))].filter((tag) => !common.has(tag)).sort();
};

/** Tags that only some have stay where they are. */
export const tagChange = (common: readonly string[], wanted: readonly string[]): TagChange => ({
  add: wanted.filter((tag) => !common.includes(tag)),
  remove: common.filter((tag) => !wanted.includes(tag)),
});

/** The tags of an element after that. */
export const withTags = ({ linktag }: Tagged, { add, remove }: TagChange): string[] =>
  tagsOf([...linktag.filter((tag) => !remove.includes(tag)), ...add]);
