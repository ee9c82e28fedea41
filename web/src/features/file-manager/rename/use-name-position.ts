import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { optionId } from '../grid/listing-view.js';

/** Wide enough for a short name, and not wider than a line can be read. */
const LEAST_PX = 168;
const MOST_PX = 420;

interface Position {
  left: number;
  top: number;
  width: number;
}

const namePosition = (id: string, field: HTMLElement): Position | null => {
  const name = document.getElementById(optionId(id))?.querySelector('[data-name]');
  const holder = field.offsetParent;
  if (!name || !holder) return null;
  const spot = name.getBoundingClientRect();
  const corner = holder.getBoundingClientRect();
  const inLine = name.tagName === 'SPAN';
  const width = Math.min(MOST_PX, corner.width, Math.max(LEAST_PX, spot.width + (inLine ? 24 : 0)));
  const left = inLine ? spot.left - 9 : spot.left + (spot.width - width) / 2;
  const inside = Math.max(0, Math.min(left - corner.left, corner.width - width));
  return { left: inside, top: spot.top - corner.top - (inLine ? 7 : 0), width };
};

/** Puts the field over the element's name, then selects what it holds; null until then. */
export const useNamePosition = (id: string, formRef: RefObject<HTMLFormElement | null>): Position | null => {
  const [position, setPosition] = useState<Position | null>(null);
  useLayoutEffect(() => {
    if (formRef.current) setPosition(namePosition(id, formRef.current));
  }, [id, formRef]);
  const here = position !== null;
  useEffect(() => {
    if (!here) return;
    const input = formRef.current?.querySelector('input');
    input?.focus({ preventScroll: true });
    input?.select();
  }, [here, formRef]);
  return position;
};
