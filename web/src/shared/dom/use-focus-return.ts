import { useEffect, useState } from 'react';

const LIST = '[data-elements]';

/** Gives the focus back to what had it before. */
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
