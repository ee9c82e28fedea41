import { createTheme, defaultVariantColorsResolver, type MantineColorsTuple } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { menuRoom } from '../../shared/dom/menu-room.js';

/** The accent #1FBCD3 is step 5. White text needs step 7 or darker. */
const sky: MantineColorsTuple = [
  '#e4fafd',
  '#cdf3f8',
  '#9fe6f0',
  '#6dd8e7',
  '#43cbde',
  '#1fbcd3',
  '#15a3b8',
  '#0b7c8d',
  '#0a7080',
  '#085866',
];

const buttonColours = {
  filled: {
    background: 'var(--action)',
    hover: 'var(--action-hover)',
    color: 'var(--on-action)',
    border: '1px solid transparent',
  },
  danger: {
    background: 'var(--danger)',
    hover: 'var(--danger-hover)',
    color: 'var(--on-danger)',
    border: '1px solid transparent',
  },
  quiet: {
    background: 'var(--tint)',
    hover: 'var(--tint-strong)',
    color: 'var(--ink)',
    border: '1px solid transparent',
  },
};

/** Tab closes an open menu and goes on from its button; Mantine would keep the focus. */
const leaveByTab = (event: KeyboardEvent<HTMLElement>): void => {
  if (event.key !== 'Tab') return;
  // Mantine's focus trap listens on the document.
  event.stopPropagation();
  event.currentTarget.dispatchEvent(new window.KeyboardEvent('keydown', { key: 'Escape' }));
};

export const theme = createTheme({
  primaryColor: 'sky',
  primaryShade: { light: 7, dark: 5 },
  colors: { sky },
  fontFamily: 'var(--font)',
  defaultRadius: 8,
  cursorType: 'pointer',
  components: {
    Menu: { defaultProps: { middlewares: menuRoom } },
    MenuDropdown: { defaultProps: { onKeyDown: leaveByTab } },
  },
  variantColorResolver: (input) =>
    buttonColours[input.variant as keyof typeof buttonColours] ?? defaultVariantColorsResolver(input),
});
