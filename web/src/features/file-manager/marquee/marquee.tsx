import { useEffect, useRef, type RefObject } from 'react';
import { useAppStore } from '../../../shared/store/store.js';
import { useActionContext } from '../actions/action.js';
import type { Geometry } from '../grid/listing-view.js';
import { covered, noSelection, type Selection } from '../selection/selection.js';
import { selectionSet, selectSelection } from '../state/selection-slice.js';
import { followDrags } from '../pointer/follow-drags.js';
import css from '../file-manager.module.css';

const NOT_EMPTY = '[data-id], [data-keeps-selection], button, a, input, textarea, label, h1, [role="dialog"]';

export const Marquee = ({ geometry }: { geometry: RefObject<Geometry | null> }) => {
  const store = useAppStore();
  const context = useActionContext();
  const latest = useRef(context);
  latest.current = context;
  const boxRef = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let before: Selection = noSelection;
    const hide = (): void => void boxRef.current?.style.removeProperty('display');
    return followDrags({
      startsAt: (target) => target.closest('#content') !== null && target.closest(NOT_EMPTY) === null,
      started: () => void (before = selectSelection(store.getState())),
      moved: ({ left, top, right, bottom }, adds) => {
        const box = boxRef.current;
        if (box) {
          box.style.display = 'block';
          box.style.translate = `${left}px ${top}px`;
          box.style.width = `${right - left}px`;
          box.style.height = `${bottom - top}px`;
        }
        const { elements } = latest.current;
        const ranges = geometry.current?.within({ left, top, right, bottom }) ?? [];
        const next = covered(before, ranges, adds, elements);
        if (!next.ids.equals(selectSelection(store.getState()).ids)) store.dispatch(selectionSet(next));
      },
      ended: (up) => {
        hide();
        if (!up) store.dispatch(selectionSet(before));
      },
    });
  }, [store, geometry]);
  return <div ref={boxRef} className={css.marquee} aria-hidden />;
};
