import { useEffect } from 'react';

const FOCUSABLE = 'button:not([disabled]), a[href], input:not([disabled]), [tabindex]:not([tabindex="-1"])';

const isShown = (element: HTMLElement): boolean => element.getClientRects().length > 0;

const firstOf = (selector: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(selector)].find(isShown);

interface Region {
  area: HTMLElement;
  target: HTMLElement;
}

const regionOf = (area: HTMLElement | undefined, target?: HTMLElement): Region[] => {
  if (!area) return [];
  const inside = target ?? [...area.querySelectorAll<HTMLElement>(FOCUSABLE)].find(isShown);
  return inside ? [{ area, target: inside }] : [];
};

const regions = (): Region[] => {
  const modal = firstOf(
    '[role="dialog"][aria-modal="true"], [role="alertdialog"][aria-modal="true"], dialog:modal',
  );
  const frame = firstOf('[data-active="true"] [role="dialog"]');
  return [
    ...(modal ? regionOf(modal) : regionOf(firstOf('#content'), firstOf('[data-elements]'))),
    ...(modal || !frame ? [] : regionOf(frame, frame)),
    ...(modal ? [] : regionOf(firstOf('[data-dock]'))),
    ...regionOf(firstOf('[data-messages]')),
  ];
};

/** F6 goes from part to part of the page, with Shift backwards. */
export const useRegionKeys = (): void => {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'F6' || event.ctrlKey || event.altKey || event.metaKey) return;
      const all = regions();
      const at = all.findIndex(({ area }) => area.contains(document.activeElement));
      const step = event.shiftKey ? -1 : 1;
      const next = all[at < 0 ? (step > 0 ? 0 : all.length - 1) : (at + step + all.length) % all.length];
      if (!next) return;
      event.preventDefault();
      next.target.focus({ preventScroll: true });
    };
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
};
