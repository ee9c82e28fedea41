import type { ElementView } from '@skyshelf/contracts/browser';
import { lazy, type ComponentType } from 'react';
import { kindIconOf } from '../../../shared/kinds/kind-icon-of.js';
import type { InitialSize } from '../window-size.js';

export interface ViewerProps {
  element: ElementView;
  /** What it plays has come to its end: on to the next one. */
  onEnd: () => void;
}

/** A viewer as the windows know it: they draw everything around its component by this. */
export interface ViewerEntry {
  /** Unique: sizes are remembered by it. */
  name: string;
  /** Whether it shows this element; no two viewers show the same. */
  shows: (element: ElementView) => boolean;
  Component: ComponentType<ViewerProps>;
  /** Fetches the component ahead of its first use. */
  preload: () => void;
  /** Address of the icon in the title bar and in the taskbar. */
  titleIcon: (element: ElementView) => string;
  /** Null for half of the viewport. */
  initialSize: (element: ElementView) => InitialSize | null;
  /** Whether arrows and swipes turn to the siblings that this viewer shows too. */
  turnsToSiblings: boolean;
}

type Viewer = Pick<ViewerEntry, 'name' | 'shows'> &
  Partial<Omit<ViewerEntry, 'Component' | 'preload'>> & {
    /** Imports the file of the viewer: a chunk of its own, fetched on first use. */
    load: () => Promise<{ default: ComponentType<ViewerProps> }>;
  };

export const noInitialSize = (): null => null;

/** Fills in what most viewers have in common. */
export const viewer = ({ load, ...own }: Viewer): ViewerEntry => ({
  titleIcon: kindIconOf,
  initialSize: noInitialSize,
  turnsToSiblings: true,
  ...own,
  Component: lazy(load),
  // When it fails here, it fails again where it is drawn, and is reported there.
  preload: () => void load().catch(() => undefined),
});
