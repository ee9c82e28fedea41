import { useMemo } from 'react';
import { useAppSelector } from '../../../shared/store/hooks.js';
import { selectClipboard } from './clipboard-slice.js';

/** Ids of what waits to be moved: dimmed until then. */
export const useCutIds = (): ReadonlySet<string> => {
  const clipboard = useAppSelector(selectClipboard);
  return useMemo(
    () => new Set(clipboard?.action === 'cut' ? clipboard.elements.map(({ _id }) => _id) : []),
    [clipboard],
  );
};
