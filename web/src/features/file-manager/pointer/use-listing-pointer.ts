import type { ElementView } from '@skyshelf/contracts/browser';
import { useRef, type HTMLAttributes, type MouseEvent } from 'react';
import { indexOfId } from '../../../shared/listings/listing.js';
import { useAppStore } from '../../../shared/store/store.js';
import type { ActionContext } from '../actions/action.js';
import { openElement } from '../actions/open-element.js';
import { clicked, type ClickKeys } from '../selection/selection.js';
import { menuOpened, selectOverlay } from '../state/overlay-slice.js';
import { selectionCleared, selectionSet, selectSelection } from '../state/selection-slice.js';
import { useLongPress } from './use-long-press.js';

const isTouch = (event: MouseEvent): boolean => (event.nativeEvent as PointerEvent).pointerType === 'touch';

export const useListingPointer = (context: ActionContext): HTMLAttributes<HTMLElement> => {
  const store = useAppStore();
  const latest = useRef(context);
  latest.current = context;

  const elementAt = (target: EventTarget): ElementView | undefined => {
    const id = target instanceof Element ? target.closest<HTMLElement>('[data-id]')?.dataset.id : undefined;
    const { elements } = latest.current;
    return id === undefined ? undefined : elements[indexOfId(elements, id)];
  };
  const select = (id: string, keys: ClickKeys): void => {
    const { elements } = latest.current;
    store.dispatch(selectionSet(clicked(selectSelection(store.getState()), id, keys, elements)));
  };
  const openMenu = (target: EventTarget, x: number, y: number): void => {
    const element = elementAt(target);
    const isSelected = element && selectSelection(store.getState()).ids.has(element._id);
    if (element && !isSelected) select(element._id, { toggle: false, range: false });
    // The menu of the empty page concerns the page.
    if (!element) store.dispatch(selectionCleared());
    store.dispatch(menuOpened({ x, y }));
  };
  const { handlers, happened, end } = useLongPress(openMenu);

  const onClick = (event: MouseEvent): void => {
    const element = elementAt(event.target);
    if (!element || happened.current) return;
    const { selectMode } = latest.current;
    const { ids } = selectSelection(store.getState());
    // A tap selects, a second one opens.
    const again = isTouch(event) && !selectMode && ids.size === 1 && ids.has(element._id);
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
    // The menu key has been answered, at the element.
    const byKey = selectOverlay(store.getState()).menuAt !== null && event.button !== 2;
    if (!happened.current && !byKey) openMenu(event.target, event.clientX, event.clientY);
  };
  return { ...handlers, onClick, onDoubleClick, onContextMenu };
};
