import { useEffect, useRef } from 'react';
import { listingsApi } from '../../../shared/listings/listings-api.js';
import { indexOfId } from '../../../shared/listings/listing.js';
import { isFolder } from '../../../shared/kinds/kind-of.js';
import { useAppSelector } from '../../../shared/store/store.js';
import type { ActionContext } from '../actions/action.js';
import { selectSelection } from '../selection/selection.js';
import { allAnswered } from '../../undo/public.js';

const RESTS_MS = 80;
const MOST = 2;
let fetching = 0;

const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

export const usePrefetch = (context: ActionContext): void => {
  const latest = useRef(context);
  latest.current = context;
  const { active } = useAppSelector(selectSelection);

  const fetchSoon = useRef((id: string | undefined) => {
    const fetchNow = async (): Promise<void> => {
      // A folder just renamed or moved is not known by its new path yet.
      await allAnswered();
      const { elements, targetFolder, dispatch } = latest.current;
      const element = id === undefined ? undefined : elements[indexOfId(elements, id)];
      if (!element || !isFolder(element) || !targetFolder || fetching >= MOST || savesData()) return;
      fetching += 1;
      const url = `${targetFolder.url}${element.linkname}/`;
      const ended = (): void => void (fetching -= 1);
      void dispatch(listingsApi.endpoints.listFolder.initiate(url, { subscribe: false })).then(ended, ended);
    };
    return setTimeout(() => void fetchNow(), RESTS_MS);
  });
  useEffect(() => {
    if (active === null) return;
    const timer = fetchSoon.current(active);
    return () => clearTimeout(timer);
  }, [active]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onOver = ({ target, pointerType }: PointerEvent): void => {
      clearTimeout(timer);
      if (pointerType !== 'mouse' || !(target instanceof Element)) return;
      const tile = target.closest<HTMLElement>('[data-elements] [data-folder][data-id]');
      if (tile) timer = fetchSoon.current(tile.dataset.id);
    };
    document.addEventListener('pointerover', onOver);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('pointerover', onOver);
    };
  }, []);
};
