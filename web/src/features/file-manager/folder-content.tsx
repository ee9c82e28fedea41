import { useEffect, useState, type RefObject } from 'react';
import { useAppSelector } from '../../shared/store/store.js';
import { text } from '../../shared/messages/en.js';
import type { ActionContext } from './actions/action.js';
import { ElementList } from './grid/element-list.js';
import type { Geometry } from './grid/listing-view.js';
import { TileGrid } from './grid/tile-grid.js';
import type { FolderListing } from './listing/use-listing.js';
import { useListingPointer } from './pointer/use-listing-pointer.js';
import { Renaming } from './rename/rename-field.js';
import { EmptyFolder, ListingError, NothingFound, Skeletons } from './states/folder-states.js';
import css from './file-manager.module.css';
import { selectView } from './state/view-slice.js';
import { selectSelection } from './state/selection-slice.js';

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
