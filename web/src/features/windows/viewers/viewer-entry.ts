import type { ElementView } from '@skyshelf/contracts/browser';
import { type ComponentType, lazy } from 'react';
import { kindIconOf } from '../../../shared/kinds/kind-icons.js';
import type { InitialSize } from '../window-size.js';

export interface ViewerProps {
  element: ElementView;
  /** It is called at the end of the medium, to go on to the next one. */
  onEnd: () => void;
}

export interface ViewerEntry {
  /** Sizes are remembered by it. */
  name: string;
  /** No two viewers show the same element. */
  shows: (element: ElementView) => boolean;
  Component: ComponentType<ViewerProps>;
  preload: () => void;
  titleIcon: (element: ElementView) => string;
  /** Is null for half of the viewport. */
  initialSize: (element: ElementView) => InitialSize | null;
  turnsToSiblings: boolean;
}

type Viewer = Pick<ViewerEntry, 'name' | 'shows'> &
  Partial<Omit<ViewerEntry, 'Component' | 'preload'>> & {
    /** A chunk of its own. */
    load: () => Promise<{ default: ComponentType<ViewerProps> }>;
  };

export const viewer = ({ load, ...own }: Viewer): ViewerEntry => ({
  titleIcon: kindIconOf,
  initialSize: () => null,
  turnsToSiblings: true,
  ...own,
  Component: lazy(load),
  // It fails again where it is drawn, and is reported there.
  preload: () => void load().catch(() => undefined),
});
