import type { ElementView } from '@skyshelf/contracts/browser';
import { useRef, type HTMLAttributes, type MouseEvent } from 'react';
import { useAppStore } from '../../../shared/store/hooks.js';
import type { ActionContext } from '../actions/action.js';
import { openElement } from '../actions/open-element.js';
import { clicked, type ClickKeys } from '../selection/selection.js';
import { menuOpened } from '../state/overlay-slice.js';
import { selectionSet, selectSelection } from '../state/selection-slice.js';
import { useLongPress } from './use-long-press.js';

const isTouch = (event: MouseEvent): boolean => (event.nativeEvent as PointerEvent).pointerType === 'touch';

/** One set of handlers for all elements of a listing: click, double click, tap, long press, right click. */
export const useListingPointer = (context: ActionContext): HTMLAttributes<HTMLElement> => {
  const store = useAppStore();
  const latest = useRef(context);
  latest.current = context;

  const elementAt = (target: EventTarget): ElementView | undefined => {
    const id = target instanceof Element ? target.closest<HTMLElement>('[data-id]')?.dataset.id : undefined;
    return id === undefined ? undefined : latest.current.elements.find((element) => element._id === id);
  };
  const select = (id: string, keys: ClickKeys): void => {
    const order = latest.current.elements.map((element) => element._id);
    store.dispatch(selectionSet(clicked(selectSelection(store.getState()), id, keys, order)));
  };
  const openMenu = (target: EventTarget, x: number, y: number): void => {
    const element = elementAt(target);
    const isSelected = element && selectSelection(store.getState()).ids.includes(element._id);
    if (element && !isSelected) select(element._id, { toggle: false, range: false });
    store.dispatch(menuOpened({ x, y }));
  };
  const { handlers, happened, end } = useLongPress(openMenu);

  const onClick = (event: MouseEvent): void => {
    const element = elementAt(event.target);
    if (!element || happened.current) return;
    const { selectMode } = latest.current;
    const { ids } = selectSelection(store.getState());
    // On touch screens a tap selects, a second tap opens.
    const again = isTouch(event) && !selectMode && ids.length === 1 && ids[0] === element._id;
    if (again) openElement(element, latest.current);
    else select(element._id, { toggle: event.ctrlKey || event.metaKey || selectMode, range: event.shiftKey });
  };
  const onDoubleClick = (event: MouseEvent): void => {
    const element = elementAt(event.target);
    const plain = !event.ctrlKey && !event.metaKey && !event.shiftKey && !latest.current.selectMode;
    if (element && plain && !isTouch(event)) openElement(element, latest.current);
  };
  const onContextMenu = (event: MouseEvent): void => {
    event.preventDefault();
    end();
    if (!happened.current) openMenu(event.target, event.clientX, event.clientY);
  };
  return { ...handlers, onClick, onDoubleClick, onContextMenu };
};
