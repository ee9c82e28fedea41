import { Button } from '@mantine/core';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { ShelfPicture } from '../../shared/pages/notice.js';
import { text } from '../../shared/messages/en.js';
import { useCompact } from '../../shared/dom/media-queries.js';
import { addingActions } from './actions/registry.js';
import { type ActionContext, useActionContext } from './actions/action.js';
import { useAppDispatch, useAppSelector, useAppStore } from '../../shared/store/store.js';
import { type Layout, queryTyped, selectView } from './state/view-slice.js';
import type { ApiError } from '../../shared/api/api-error.js';
import { plainTileWidth, tileGap } from './layout/rows.js';
import { TileGrid, useElementWidth } from './grid/tile-grid.js';
import { ElementList } from './grid/element-list.js';
import type { Geometry } from './grid/listing-view.js';
import type { FolderListing } from './listing/use-listing.js';
import { followDrags, useListingPointer } from './pointer/use-listing-pointer.js';
import { Renaming } from './rename/rename-field.js';
import {
  covered,
  noSelection,
  type Selection,
  selectionSet,
  selectSelection,
} from './selection/selection.js';
import css from './file-manager.module.css';

const AddingChoices = () => {
  const context = useActionContext();
  return (
    <div className={css.choices}>
      {addingActions.map((action, index) => {
        const Icon = action.icon;
        return (
          <Button
            key={action.name}
            variant={index === 0 ? 'filled' : 'quiet'}
            leftSection={<Icon size={18} aria-hidden />}
            disabled={action.isEnabled(context) !== true}
            onClick={() => action.run(context)}
          >
            {action.label}
          </Button>
        );
      })}
    </div>
  );
};

const EmptyFolder = () => {
  const { targetFolder } = useActionContext();
  const compact = useCompact();
  return (
    <section className={css.state}>
      <ShelfPicture />
      <h2>{targetFolder?.url === '/' ? text.files.emptyRootTitle : text.files.emptyTitle}</h2>
      <p>{compact ? text.files.emptyTextTouch : text.files.emptyText}</p>
      <AddingChoices />
    </section>
  );
};

/** Shows above the default elements until the user adds a first element. */
const Welcome = () => {
  const compact = useCompact();
  return (
    <section className={css.welcome} aria-label={text.files.emptyRootTitle}>
      <ShelfPicture />
      <div>
        <h2>{text.files.emptyRootTitle}</h2>
        <p>{compact ? text.files.emptyTextTouch : text.files.emptyText}</p>
        <AddingChoices />
        <small>
          {text.files.defaultsBelow} <Link href="/account">{text.files.defaultsHide}</Link>
        </small>
      </div>
    </section>
  );
};

const NothingFound = () => {
  const dispatch = useAppDispatch();
  const { query, tag } = useAppSelector(selectView);
  return (
    <section className={css.state} role="status">
      <h2>{tag === null ? text.files.nothingFoundTitle(query.trim()) : text.files.nothingTagged(tag)}</h2>
      {tag === null && <p>{text.files.nothingFoundText}</p>}
      <Button variant="quiet" onClick={() => dispatch(queryTyped(''))}>
        {text.files.showAll}
      </Button>
    </section>
  );
};

const ListingError = ({ error, onRetry }: { error: ApiError; onRetry: () => void }) => (
  <section className={css.state} role="alert">
    <h2>{text.files.errorTitle}</h2>
    <p>{error.code === 'offline' ? text.files.offline : error.message}</p>
    <Button onClick={onRetry}>{text.files.tryAgain}</Button>
  </section>
);

const TILE_RATIO = 0.76;
const NAME_HEIGHT_PX = 50;

const Skeletons = ({ layout }: { layout: Layout }) => {
  const ref = useRef<HTMLDivElement>(null);
  const available = useElementWidth(ref);
  const gap = tileGap(available);
  const width = plainTileWidth(available);
  const size =
    layout === 'block'
      ? { width, height: Math.round(width * TILE_RATIO) + NAME_HEIGHT_PX }
      : { width: '100%', height: 44 };
  const count = layout === 'block' ? Math.max(2, Math.round(available / (width + gap))) * 2 : 8;
  return (
    <div
      ref={ref}
      className={css.skeletons}
      data-layout={layout}
      style={layout === 'block' ? { gap } : undefined}
      role="status"
      aria-label={text.files.loading}
    >
      {available > 0 && Array.from({ length: count }, (_, index) => <span key={index} style={size} />)}
    </div>
  );
};

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
  const isNew = visible.length > 0 && visible.length === all.length && all.every((each) => each.default);
  return (
    <div
      className={css.content}
      onContextMenu={error ? undefined : onContextMenu}
      data-arriving={(arriving && !isSorted) || undefined}
    >
      {!state && isNew && <Welcome />}
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
