import { useEffect, useState } from 'react';

/** Where the keyboard is in a folder when what had the focus is gone. */
const LIST = '[data-elements]';

/** Gives the focus back, once this is gone, to what had it before this came. */
export const useFocusReturn = (): void => {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // Something else has taken it.
      if (document.activeElement !== null && document.activeElement !== document.body) return;
      const isThere = before instanceof HTMLElement && before !== document.body && before.isConnected;
      const back = isThere ? before : document.querySelector<HTMLElement>(LIST);
      back?.focus({ preventScroll: true });
    },
    [before],
  );
};
