import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { text } from '../../../shared/messages/en.js';
import { useCompact } from '../../../shared/dom/use-compact.js';
import css from './dialogs.module.css';

interface DialogFrameProps {
  title: string;
  close: () => void;
  children: ReactNode;
  /** Width in pixels. */
  width?: number;
  role?: 'dialog' | 'alertdialog';
}

/** The frame of every dialog: traps the focus and gives it back, closes on Escape and outside. */
export const DialogFrame = ({ title, close, children, width = 440, role = 'dialog' }: DialogFrameProps) => (
  <Modal.Root
    opened
    onClose={close}
    size={width}
    centered={!useCompact()}
    yOffset="8dvh"
    transitionProps={{ transition: 'pop', duration: 140 }}
    radius={16}
    classNames={{ content: css.content }}
  >
    <Modal.Overlay className={css.overlay} />
    <Modal.Content role={role}>
      <div className={css.header}>
        <Modal.Title className={css.title}>{title}</Modal.Title>
        <Modal.CloseButton className={css.close} iconSize={18} aria-label={text.dialogs.close} />
      </div>
      <Modal.Body className={css.body}>{children}</Modal.Body>
    </Modal.Content>
  </Modal.Root>
);
