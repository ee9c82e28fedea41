import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit';
import type { ElementView } from '@skyshelf/contracts/browser';
import { rootReducer } from '../../../shared/store/store.js';
import type { TargetFolder } from '../../../shared/listings/listing.js';

/** Each carries what it needs: the listing below may change. */
export type Dialog =
  | { kind: 'upload' }
  | { kind: 'import-bookmarks' }
  | { kind: 'create-folder' }
  | { kind: 'add-link'; url?: string; name?: string }
  | { kind: 'edit'; element: ElementView }
  | { kind: 'delete'; elements: ElementView[] }
  | { kind: 'tags'; elements: ElementView[] }
  | { kind: 'retag'; tag: string | null }
  | { kind: 'send-to'; action: 'cut' | 'copy'; elements: ElementView[] }
  | { kind: 'details'; elements: ElementView[] }
  | { kind: 'share'; elements: ElementView[] }
  | { kind: 'ask-files'; folder: Pick<ElementView, '_id' | 'linkname'> }
  | { kind: 'history'; element: ElementView }
  | { kind: 'download' }
  | { kind: 'palette' }
  | { kind: 'shortcuts' };

interface OverlayState {
  dialog: Dialog | null;
  /** Unit: pixels of the viewport. */
  menuAt: { x: number; y: number } | null;
  renaming: string | null;
}

const slice = createSlice({
  name: 'overlay',
  initialState: (): OverlayState => ({ dialog: null, menuAt: null, renaming: null }),
  reducers: {
    dialogOpened: (state, { payload }: PayloadAction<Dialog>) => ({
      ...state,
      dialog: payload,
      menuAt: null,
      renaming: null,
    }),
    dialogClosed: (state) => void (state.dialog = null),
    menuOpened: (state, { payload }: PayloadAction<{ x: number; y: number }>) =>
      void (state.menuAt = payload),
    renamingStarted: (state, { payload }: PayloadAction<string>) => void (state.renaming = payload),
    renamingEnded: (state) => void (state.renaming = null),
    menuClosed: (state) => void (state.menuAt = null),
  },
  selectors: {
    selectOverlay: (state) => state,
    selectCovered: ({ dialog, menuAt }) => dialog !== null || menuAt !== null,
  },
});

export const { dialogOpened, dialogClosed, menuOpened, menuClosed, renamingStarted, renamingEnded } =
  slice.actions;

declare module '../../../shared/store/store.js' {
  interface FeatureSlices extends WithSlice<typeof slice> {}
}
export const { selectOverlay, selectCovered } = slice.injectInto(rootReducer).selectors;

export interface DialogProps<Kind extends Dialog['kind'] = Dialog['kind']> {
  dialog: Extract<Dialog, { kind: Kind }>;
  targetFolder: TargetFolder;
  siblings: readonly ElementView[];
  close: () => void;
}
