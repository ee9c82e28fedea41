import { combineReducers, configureStore, type ThunkAction, type UnknownAction } from '@reduxjs/toolkit';
import { overlayReducer } from '../../features/file-manager/state/overlay-slice.js';
import { selectionReducer } from '../../features/file-manager/state/selection-slice.js';
import { rememberView, viewReducer } from '../../features/file-manager/state/view-slice.js';
import { toastsReducer } from '../toasts/toasts-slice.js';
import { windowsReducer } from '../../features/windows/windows-slice.js';
import { api } from '../api/api.js';

const rootReducer = combineReducers({
  [api.reducerPath]: api.reducer,
  view: viewReducer,
  selection: selectionReducer,
  overlay: overlayReducer,
  toasts: toastsReducer,
  windows: windowsReducer,
});

export const store = configureStore({
  reducer: rootReducer,
  // The development checks walk the whole state after each action: too slow for folders of 10,000 elements.
  middleware: (defaults) =>
    defaults({ immutableCheck: false, serializableCheck: false }).concat(api.middleware),
});

let view = store.getState().view;
store.subscribe(() => {
  const next = store.getState().view;
  if (next !== view) rememberView((view = next));
});

export type RootState = ReturnType<typeof rootReducer>;
export type AppDispatch = typeof store.dispatch;
export type AppThunk<Result = void> = ThunkAction<Result, RootState, unknown, UnknownAction>;
