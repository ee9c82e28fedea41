import { IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useAppDispatch } from '../../shared/store/hooks.js';
import { text } from '../../shared/messages/en.js';
import { followSwipes } from './follow-swipes.js';
import { useBackCloses } from './use-back-closes.js';
import { Viewer } from './viewer.js';
import { windowClosed, windowTurned, type OpenWindow } from './windows-slice.js';
import css from './windows.module.css';

/** One full-screen viewer for phones and tablets; swipes turn to the neighbours, the way back closes it. */
export const MobileViewer = ({ window: own }: { window: OpenWindow }) => {
  const dispatch = useAppDispatch();
  useBackCloses(own.id, () => void dispatch(windowClosed(own.id)));
  return <FullScreen key={own.id} window={own} />;
};

const FullScreen = ({ window: own }: { window: OpenWindow }) => {
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
      aria-label={text.windows.window(own.element.linkname)}
      data-keeps-selection
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
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
