import type { KeyboardEvent } from 'react';

/**
 * Tab in an open menu closes it and goes on from where it was opened. The library would keep the focus among the entries; as for Escape it
 * closes the menu and gives the focus back at once, and the browser takes it on from there.
 */
export const leaveByTab = (event: KeyboardEvent<HTMLElement>): void => {
  if (event.key !== 'Tab') return;
  // Its trap listens on the document.
  event.stopPropagation();
  event.currentTarget.dispatchEvent(new window.KeyboardEvent('keydown', { key: 'Escape' }));
};
