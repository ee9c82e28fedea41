import { Button } from '@mantine/core';
import { useRef } from 'react';
import { ShelfPicture } from '../../../shared/pages/notice.js';
import { text } from '../../../shared/messages/en.js';
import { useCompact } from '../../../shared/dom/media-queries.js';
import { addingActions } from '../actions/registry.js';
import { useActionContext } from '../actions/action.js';
import { useAppDispatch, useAppSelector } from '../../../shared/store/store.js';
import { type Layout, queryTyped, selectView } from '../state/view-slice.js';
import type { ApiError } from '../../../shared/api/api-error.js';
import { plainTileWidth, tileGap } from '../layout/rows.js';
import { useElementWidth } from '../grid/use-tile-rows.js';
import css from './states.module.css';

export const EmptyFolder = () => {
  const context = useActionContext();
  const compact = useCompact();
  return (
    <section className={css.state}>
      <ShelfPicture />
      <h2>{context.targetFolder?.url === '/' ? text.files.emptyRootTitle : text.files.emptyTitle}</h2>
      <p>{compact ? text.files.emptyTextTouch : text.files.emptyText}</p>
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
    </section>
  );
};

export const NothingFound = () => {
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

export const ListingError = ({ error, onRetry }: { error: ApiError; onRetry: () => void }) => (
  <section className={css.state} role="alert">
    <h2>{text.files.errorTitle}</h2>
    <p>{error.code === 'offline' ? text.files.offline : error.message}</p>
    <Button onClick={onRetry}>{text.files.tryAgain}</Button>
  </section>
);

const TILE_RATIO = 0.76;
const NAME_HEIGHT_PX = 50;

export const Skeletons = ({ layout }: { layout: Layout }) => {
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
