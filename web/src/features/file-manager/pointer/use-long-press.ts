import { useMemo, useRef, type HTMLAttributes, type PointerEvent, type RefObject } from 'react';

const LONG_PRESS_MS = 500;
/** Further is scrolling. */
const STILL_PX = 10;

export interface LongPress {
  handlers: Pick<
    HTMLAttributes<HTMLElement>,
    'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel'
  >;
  /** Until the next touch: its click and context menu are answered already. */
  happened: RefObject<boolean>;
  /** Something else answers this touch. */
  end: () => void;
}

/** Not all browsers have a context menu on touch. */
export const useLongPress = (pressed: (target: EventTarget, x: number, y: number) => void): LongPress => {
  const latest = useRef(pressed);
  latest.current = pressed;
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null);
  const happened = useRef(false);
  return useMemo(() => {
    const end = (): void => {
      clearTimeout(press.current?.timer);
      press.current = null;
    };
    const onPointerDown = (event: PointerEvent): void => {
      happened.current = false;
      if (event.pointerType !== 'touch') return;
      const { target, clientX: x, clientY: y } = event;
      const fire = (): void => {
        happened.current = true;
        latest.current(target, x, y);
      };
      press.current = { timer: setTimeout(fire, LONG_PRESS_MS), x, y };
    };
    const onPointerMove = (event: PointerEvent): void => {
      const from = press.current;
      if (from && Math.hypot(event.clientX - from.x, event.clientY - from.y) > STILL_PX) end();
    };
    return {
      handlers: { onPointerDown, onPointerMove, onPointerUp: end, onPointerCancel: end },
      happened,
      end,
    };
  }, []);
};
