import type { ElementView } from '@skyshelf/contracts/browser';
import { lazy, type ComponentType } from 'react';
import { kindIconOf } from '../../../shared/kinds/kind-icon-of.js';
import type { Kind } from '../../../shared/kinds/kind-of.js';
import type { Size } from '../window-size.js';

export interface ViewerProps {
  element: ElementView;
}

/** A viewer as the windows know it: they draw everything around its component by this. */
export interface ViewerEntry {
  /** The kinds of elements that it shows; no two viewers share one. */
  kinds: readonly Kind[];
  Component: ComponentType<ViewerProps>;
  /** Fetches the component ahead of its first use. */
  preload: () => void;
  /** Address of the icon in the title bar and in the taskbar. */
  titleIcon: (element: ElementView) => string;
  /** Size of the content when the window opens, in pixels; null for half of the viewport. */
  initialSize: (element: ElementView) => Size | null;
  /** Whether arrows and swipes turn to the siblings that this viewer shows too. */
  turnsToSiblings: boolean;
}

type Viewer = Pick<ViewerEntry, 'kinds'> &
  Partial<Omit<ViewerEntry, 'Component' | 'preload'>> & {
    /** Imports the file of the viewer: a chunk of its own, fetched on first use. */
    load: () => Promise<{ default: ComponentType<ViewerProps> }>;
  };

export const noInitialSize = (): null => null;

/** Fills in what most viewers have in common. */
export const viewer = ({ load, ...own }: Viewer): ViewerEntry => ({
  titleIcon: kindIconOf,
  initialSize: noInitialSize,
  turnsToSiblings: false,
  ...own,
  Component: lazy(load),
  // When it fails here, it fails again where it is drawn, and is reported there.
  preload: () => void load().catch(() => undefined),
});
