import type { ElementView } from '@skyshelf/contracts/browser';
import { isFolder, kindLabelOf } from '../../../../shared/kinds/kind-of.js';
import { commonTags } from '../../tags/changed-tags.js';

export interface Summary {
  /** The most frequent first. */
  kinds: { label: string; count: number; example: ElementView }[];
  folders: ElementView[];
  /** Without folders. */
  bytes: number;
  /** ISO 8601; null when none has a date. */
  dates: { from: string; to: string } | null;
  tags: string[];
  /** Null when there are several. */
  path: string | null;
}

export const summarise = (elements: readonly ElementView[]): Summary => {
  const kinds = [...Map.groupBy(elements, kindLabelOf)].flatMap(([label, alike]) => {
    const [example] = alike;
    return example ? [{ label, count: alike.length, example }] : [];
  });
  const dates = elements.flatMap((element) => (element.default ? [] : element.date)).toSorted();
  const from = dates.at(0);
  const to = dates.at(-1);
  const [path = null, ...others] = new Set(elements.map((element) => element.path));
  return {
    kinds: kinds.toSorted((a, b) => b.count - a.count || a.label.localeCompare(b.label)),
    folders: elements.filter(isFolder),
    bytes: elements.reduce((sum, element) => sum + (isFolder(element) ? 0 : element.size), 0),
    dates: from !== undefined && to !== undefined ? { from, to } : null,
    tags: commonTags(elements),
    path: others.length > 0 ? null : path,
  };
};
