import { useEffect, useRef } from 'react';

const isViewerEntry = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && (state as { viewer?: unknown }).viewer === true;

/**
 * A history entry while it is open, removed when it closes otherwise.
 * @param id a new one takes a new entry
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
