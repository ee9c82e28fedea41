import type { ElementView } from '@skyshelf/contracts/browser';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { listFolder, type Listed, search, type Sort } from './share-calls.js';

/** Unit: milliseconds after the last key. */
const SEARCH_PAUSE = 250;

export interface Shown {
  docs: readonly ElementView[];
  folderId: string | null;
  next: string | null;
}

interface Asked {
  path: string;
  words: string;
  sort: Sort;
}

/**
 * Lists a folder of the link, or finds elements anywhere in it. null means that nothing is known yet.
 * @param first needs no call, since it was asked for with the page
 * @param lost is called with the refusal
 */
export function useShown(
  { path, words, sort }: Asked,
  first: Listed | undefined,
  lost: (failure: unknown) => void,
) {
  const [shown, setShown] = useState<Shown | null>(first ? added(first) : null);
  const asked = useRef(0);
  const load = async (after?: Shown): Promise<void> => {
    const turn = (asked.current += 1);
    try {
      const found = words
        ? { ...(await search(words)), folderId: null, next: null }
        : added(await listFolder(path, sort, after?.next ?? undefined), after);
      if (turn === asked.current) setShown(found);
    } catch (failure) {
      if (turn === asked.current) lost(failure);
    }
  };
  const isFirst = useRef(shown !== null);
  const begin = useEffectEvent(() => void load());
  useEffect(() => {
    if (isFirst.current) return void (isFirst.current = false);
    if (!words) return begin();
    const timer = setTimeout(begin, SEARCH_PAUSE);
    return () => clearTimeout(timer);
  }, [path, words, sort]);
  return { shown, more: () => load(shown ?? undefined) };
}

const added = ({ docs, folderId, next = null }: Listed, before?: Shown): Shown => ({
  docs: [...(before?.docs ?? []), ...docs],
  folderId,
  next,
});
