// First, so that our own styles come after in every chunk.
import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import './styles.js';
import { text } from '../messages/en.js';
import { useCompact } from '../dom/media-queries.js';
import { useFocusReturn } from '../dom/use-focus-return.js';
import css from './dialog-frame.module.css';

interface DialogFrameProps {
  title: string;
  close: () => void;
  children: ReactNode;
  width?: number;
  role?: 'dialog' | 'alertdialog';
}

/** Mantine sets the role itself. A stable function: another would take the focus again. */
const asAlert = (content: HTMLElement | null): void => content?.setAttribute('role', 'alertdialog');

export const DialogFrame = ({ title, close, children, width = 440, role = 'dialog' }: DialogFrameProps) => {
  const compact = useCompact();
  // Mantine gives it back only to what it saw open the dialog.
  useFocusReturn();
  return (
    <Modal.Root
      opened
      onClose={close}
      returnFocus={false}
      size={width}
      centered={!compact}
      yOffset="8dvh"
      transitionProps={{ transition: 'pop', duration: 140 }}
      radius={16}
      classNames={{ content: css.content }}
    >
      <Modal.Overlay className={css.overlay} />
      <Modal.Content ref={role === 'alertdialog' ? asAlert : undefined}>
        <div className={css.header}>
          <Modal.Title className={css.title}>{title}</Modal.Title>
          <Modal.CloseButton className={css.close} iconSize={18} aria-label={text.dialogs.close} />
        </div>
        <Modal.Body className={css.body}>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
};
