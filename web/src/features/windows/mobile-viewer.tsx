import { IconX } from '@tabler/icons-react';
import { useEffect, useRef, type TouchEvent } from 'react';
import { useAppDispatch } from '../../shared/store/hooks.js';
import { text } from '../../shared/messages/en.js';
import { Viewer } from './viewer.js';
import { windowClosed, windowTurned, type OpenWindow } from './windows-slice.js';
import css from './windows.module.css';

const SWIPE_PX = 48;

/** One full-screen viewer for phones and tablets; swipes turn to the neighbours. */
export const MobileViewer = ({ window: own }: { window: OpenWindow }) => {
  const dispatch = useAppDispatch();
  const dialogRef = useRef<HTMLDialogElement>(null);
  const from = useRef<{ x: number; y: number } | null>(null);
  const close = (): void => void dispatch(windowClosed(own.id));
  useEffect(() => {
    const dialog = dialogRef.current;
    // The browser's own modal dialog keeps the focus inside and gives it back.
    dialog?.showModal();
    return () => dialog?.close();
  }, []);

  const onTouchStart = ({ touches }: TouchEvent): void => {
    const touch = touches[0];
    from.current = touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : null;
  };
  const onTouchEnd = ({ changedTouches }: TouchEvent): void => {
    const touch = changedTouches[0];
    if (!touch || !from.current || own.filesList.length < 2) return;
    const [dx, dy] = [touch.clientX - from.current.x, touch.clientY - from.current.y];
    if (Math.abs(dx) > SWIPE_PX && Math.abs(dx) > Math.abs(dy) * 1.5)
      dispatch(windowTurned({ id: own.id, step: dx < 0 ? 1 : -1 }));
  };
  return (
    <dialog
      ref={dialogRef}
      className={css.mobile}
      aria-label={text.windows.window(own.element.linkname)}
      data-keeps-selection
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onTouchStart={onTouchStart}
      onTouchEnd={onTouchEnd}
    >
      <div className={css.mobileBar}>
        <strong>{own.element.linkname}</strong>
        <button type="button" aria-label={text.windows.close} onClick={close}>
          <IconX size={22} aria-hidden />
        </button>
      </div>
      <Viewer window={own} />
    </dialog>
  );
};
