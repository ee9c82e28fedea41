import { useDispatch, useSelector, useStore } from 'react-redux';
import type { RootState } from './reducer.js';
import type { AppDispatch, store } from './store.js';

export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppSelector = useSelector.withTypes<RootState>();
export const useAppStore = useStore.withTypes<typeof store>();
