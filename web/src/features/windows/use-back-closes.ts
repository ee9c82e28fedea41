import { useEffect, useRef } from 'react';

const isViewerEntry = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && (state as { viewer?: unknown }).viewer === true;

/**
 * Lets the browser's way back close what covers the page: it is an entry of the history while it is open, and takes it
 * away again when it closes in another way.
 * @param id of what is open; a new one after a close takes a new entry
 */
export const useBackCloses = (id: number, close: () => void): void => {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!isViewerEntry(history.state)) history.pushState({ viewer: true }, '');
    const onPopState = (): void => {
      if (!isViewerEntry(history.state)) latest.current();
    };
    addEventListener('popstate', onPopState);
    return () => removeEventListener('popstate', onPopState);
  }, [id]);
  useEffect(
    () => () => {
      if (isViewerEntry(history.state)) history.back();
    },
    [],
  );
};
