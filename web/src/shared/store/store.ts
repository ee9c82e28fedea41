import { combineSlices, configureStore, type ThunkAction, type UnknownAction } from '@reduxjs/toolkit';
import { useDispatch, useSelector, useStore } from 'react-redux';
import { api } from '../api/api.js';

/** Features add theirs by declaration merging. */
export interface FeatureSlices {}

export const rootReducer = combineSlices(api).withLazyLoadedSlices<FeatureSlices>();

export type RootState = ReturnType<typeof rootReducer>;

export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppSelector = useSelector.withTypes<RootState>();
export const useAppStore = useStore.withTypes<typeof store>();

export const store = configureStore({
  reducer: rootReducer,
  // Development checks walk the whole state: too slow for 10,000 elements.
  middleware: (defaults) =>
    defaults({ immutableCheck: false, serializableCheck: false }).concat(api.middleware),
});

export type AppStore = typeof store;
export type AppDispatch = typeof store.dispatch;
export type AppThunk<Result = void> = ThunkAction<Result, RootState, unknown, UnknownAction>;

/** A feature's own part of a page: made when it is first asked for, and one for each store. */
export const oncePerStore = <Part extends object>(
  make: (store: AppStore) => Part,
): ((store: AppStore) => Part) => {
  const made = new WeakMap<AppStore, Part>();
  return (store) => {
    const part = made.get(store) ?? make(store);
    made.set(store, part);
    return part;
  };
};
