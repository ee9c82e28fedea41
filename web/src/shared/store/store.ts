import { configureStore, type ThunkAction, type UnknownAction } from '@reduxjs/toolkit';
import { api } from '../api/api.js';
import { rootReducer, type RootState } from './reducer.js';

export const store = configureStore({
  reducer: rootReducer,
  // Development checks walk the whole state: too slow for 10,000 elements.
  middleware: (defaults) =>
    defaults({ immutableCheck: false, serializableCheck: false }).concat(api.middleware),
});

export type AppDispatch = typeof store.dispatch;
export type AppThunk<Result = void> = ThunkAction<Result, RootState, unknown, UnknownAction>;
