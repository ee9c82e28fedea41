import { type RefObject, useEffect, useRef, useState } from 'react';
import { useAppSelector, useAppStore } from '../../shared/store/store.js';
import { text } from '../../shared/messages/en.js';
import { type ActionContext, useActionContext } from './actions/action.js';
import { ElementList } from './grid/element-list.js';
import type { Geometry } from './grid/listing-view.js';
import { TileGrid } from './grid/tile-grid.js';
import type { FolderListing } from './listing/use-listing.js';
import { followDrags, useListingPointer } from './pointer/use-listing-pointer.js';
import { Renaming } from './rename/rename-field.js';
import { EmptyFolder, ListingError, NothingFound, Skeletons } from './states/folder-states.js';
import { selectView } from './state/view-slice.js';
import {
  covered,
  noSelection,
  type Selection,
  selectionSet,
  selectSelection,
} from './selection/selection.js';
import css from './file-manager.module.css';

interface FolderContentProps {
  listing: FolderListing;
  geometry: RefObject<Geometry | null>;
  context: ActionContext;
}

/** All tiles have faded in by then. */
const ARRIVED_MS = 700;

export const FolderContent = ({ listing, geometry, context }: FolderContentProps) => {
  const { layout, sort } = useAppSelector(selectView);
  const selection = useAppSelector(selectSelection);
  const { onContextMenu, ...pointer } = useListingPointer(context);
  const { all, visible, loading, error, targetFolder } = listing;
  const here = targetFolder !== null;
  const [arriving, setArriving] = useState(true);
  // What is sorted is here already: it does not fade in once more.
  const [firstSort] = useState(sort);
  const isSorted = sort.field !== firstSort.field || sort.descending !== firstSort.descending;
  useEffect(() => {
    if (!here) return;
    const timer = setTimeout(() => setArriving(false), ARRIVED_MS);
    return () => clearTimeout(timer);
  }, [here]);

  const View = layout === 'block' ? TileGrid : ElementList;
  const listProps = {
    role: 'listbox',
    'aria-label': text.files.list,
    'aria-multiselectable': true,
    tabIndex: 0,
    'data-elements': true,
    ...pointer,
  } as const;
  const state = loading ? (
    <Skeletons layout={layout} />
  ) : error ? (
    <ListingError error={error} onRetry={listing.refresh} />
  ) : all.length === 0 ? (
    <EmptyFolder />
  ) : visible.length === 0 ? (
    <NothingFound />
  ) : null;
  return (
    <div
      className={css.content}
      onContextMenu={error ? undefined : onContextMenu}
      data-arriving={(arriving && !isSorted) || undefined}
    >
      {state ?? <View elements={visible} selection={selection} geometry={geometry} listProps={listProps} />}
      {targetFolder && <Renaming targetFolder={targetFolder} siblings={all} />}
      <span className="visually-hidden" role="status">
        {here && text.files.count(visible.length)}
      </span>
    </div>
  );
};

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
