import type { ElementView } from '@skyshelf/contracts/browser';
import { IconHistory, IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useAppDispatch } from '../../shared/store/store.js';
import { isFile } from '../../shared/kinds/kind-of.js';
import { windowsTexts } from '../../shared/messages/windows-texts.js';
import { Viewer } from './viewer.js';
import { type OpenWindow, windowClosed, windowTurned } from './windows-slice.js';
import css from './windows.module.css';

interface MobileViewerProps {
  window: OpenWindow;
  showHistory: ((element: ElementView) => void) | undefined;
}

export const MobileViewer = ({ window: own, showHistory }: MobileViewerProps) => {
  const dispatch = useAppDispatch();
  useBackCloses(own.id, () => void dispatch(windowClosed(own.id)));
  return <FullScreen key={own.id} window={own} showHistory={showHistory} />;
};

const FullScreen = ({ window: own, showHistory }: MobileViewerProps) => {
  const dispatch = useAppDispatch();
  const dialogRef = useRef<HTMLDialogElement>(null);
  const close = (): void => void dispatch(windowClosed(own.id));
  useEffect(() => {
    const dialog = dialogRef.current;
    // It keeps the focus inside and gives it back.
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  const turns = own.filesList.length > 1;
  useEffect(() => {
    const swiped = (step: 1 | -1): void => {
      if (turns) dispatch(windowTurned({ id: own.id, step }));
    };
    return dialogRef.current ? followSwipes(dialogRef.current, swiped) : undefined;
  }, [dispatch, own.id, turns]);
  return (
    <dialog
      ref={dialogRef}
      className={css.mobile}
      aria-label={windowsTexts.window(own.element.linkname)}
      data-keeps-selection
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
    >
      <div className={css.mobileBar}>
        <strong className="one-line">{own.element.linkname}</strong>
        {showHistory && isFile(own.element) && (
          <button
            type="button"
            aria-label={windowsTexts.history}
            onClick={() => {
              // No other dialog can be above this one.
              close();
              showHistory(own.element);
            }}
          >
            <IconHistory size={22} aria-hidden />
          </button>
        )}
        <button type="button" aria-label={windowsTexts.close} onClick={close}>
          <IconX size={22} aria-hidden />
        </button>
      </div>
      <Viewer window={own} />
    </dialog>
  );
};

const SWIPE_PX = 48;

/** It moves something of its own: an enlarged picture, a slider, a player's bar. */
const isTaken = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, media-control-bar, [data-zoomed]') !== null;

/**
 * Answers how to stop.
 * @param swiped 1 for the next, -1 for the previous one
 */
const followSwipes = (area: HTMLElement, swiped: (step: 1 | -1) => void): (() => void) => {
  let from: { x: number; y: number } | null = null;
  const begin = ({ touches: [touch, second], target }: TouchEvent): void => {
    const isSwipe = touch && !second && !isTaken(target);
    from = isSwipe ? { x: touch.clientX, y: touch.clientY } : null;
  };
  const end = ({ changedTouches: [touch] }: TouchEvent): void => {
    const start = from;
    from = null;
    if (!touch || !start) return;
    const dx = touch.clientX - start.x;
    const dy = touch.clientY - start.y;
    if (Math.abs(dx) > SWIPE_PX && Math.abs(dx) > Math.abs(dy) * 1.5) swiped(dx < 0 ? 1 : -1);
  };
  const listeners = new AbortController();
  const { signal } = listeners;
  area.addEventListener('touchstart', begin, { signal, passive: true });
  area.addEventListener('touchend', end, { signal });
  area.addEventListener('touchcancel', () => void (from = null), { signal });
  return () => listeners.abort();
};

const isViewerEntry = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && (state as { viewer?: unknown }).viewer === true;

/**
 * A history entry while it is open, removed when it closes otherwise.
 * @param id a new one takes a new entry
 */
const useBackCloses = (id: number, close: () => void): void => {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!isViewerEntry(history.state)) history.pushState({ viewer: true }, '');
    const onPopState = (): void => {
      if (!isViewerEntry(history.state)) latest.current();
    };
    addEventListener('popstate', onPopState);
    return () => removeEventListener('popstate', onPopState);
  }, [id]);
  useEffect(
    () => () => {
      if (isViewerEntry(history.state)) history.back();
    },
    [],
  );
};
