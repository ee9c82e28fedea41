import { Loader } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Suspense } from 'react';
import { text } from '../../shared/messages/en.js';
import { useAppDispatch } from '../../shared/store/hooks.js';
import { viewerOf } from './viewers/registry.js';
import { windowTurned, type OpenWindow } from './windows-slice.js';
import css from './windows.module.css';

const Fetching = () => (
  <div className={css.loading}>
    <Loader color="white" size="sm" role="status" aria-label={text.loading} />
  </div>
);

/** The content of a window by the viewer of its file, with the way to its neighbours. */
export const Viewer = ({ window: { id, element, filesList } }: { window: OpenWindow }) => {
  const dispatch = useAppDispatch();
  const at = filesList.findIndex((one) => one._id === element._id);
  const turn = (step: 1 | -1) => () => void dispatch(windowTurned({ id, step }));
  const { Component } = viewerOf(element);
  return (
    <div className={css.viewer}>
      <Suspense fallback={<Fetching />}>
        <Component key={element._id} element={element} />
      </Suspense>
      {filesList.length > 1 && (
        <>
          <button
            type="button"
            className={css.turn}
            data-side="left"
            aria-label={text.windows.previous}
            onClick={turn(-1)}
          >
            <IconChevronLeft size={24} aria-hidden />
          </button>
          <button
            type="button"
            className={css.turn}
            data-side="right"
            aria-label={text.windows.next}
            onClick={turn(1)}
          >
            <IconChevronRight size={24} aria-hidden />
          </button>
          <span className={css.position} role="status">
            {text.windows.position(at + 1, filesList.length)}
          </span>
        </>
      )}
    </div>
  );
};
