import { prefersStill } from '../../../shared/dom/still.js';
import { useLayoutEffect, useRef, type RefObject } from 'react';

const SLIDE: KeyframeAnimationOptions = {
  duration: 180,
  easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)',
  // A tile that moves again goes on from where it is.
  composite: 'add',
};

/** By hand: `translate` with a transition makes each tile a compositor layer. */
export const useSlide = (ref: RefObject<HTMLElement | null>, left: number, top: number): void => {
  const before = useRef({ left, top });
  useLayoutEffect(() => {
    const from = before.current;
    if (from.left === left && from.top === top) return;
    before.current = { left, top };
    if (prefersStill()) return;
    const way = `${from.left - left}px ${from.top - top}px`;
    ref.current?.animate({ translate: [way, '0 0'] }, SLIDE);
  }, [ref, left, top]);
};
