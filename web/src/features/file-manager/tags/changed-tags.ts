import type { ElementView } from '@skyshelf/contracts/browser';
import { tagsOf } from '@skyshelf/contracts/rules';

export interface TagChange {
  add: string[];
  remove: string[];
}

type Tagged = Pick<ElementView, 'linktag'>;

export const commonTags = ([first, ...others]: readonly Tagged[]): string[] =>
  first?.linktag.filter((tag) => others.every(({ linktag }) => linktag.includes(tag))) ?? [];

export const scatteredTags = (elements: readonly Tagged[]): string[] => {
  const common = new Set(commonTags(elements));
  return [...new Set(elements.flatMap(({ linktag }) => linktag))].filter((tag) => !common.has(tag)).sort();
};

/** Tags that only some have stay where they are. */
export const tagChange = (common: readonly string[], wanted: readonly string[]): TagChange => ({
  add: wanted.filter((tag) => !common.includes(tag)),
  remove: common.filter((tag) => !wanted.includes(tag)),
});

export const withTags = ({ linktag }: Tagged, { add, remove }: TagChange): string[] =>
  tagsOf([...linktag.filter((tag) => !remove.includes(tag)), ...add]);
