import { store } from '../../../shared/store/store.js';
import { rememberView, selectView } from './view-slice.js';

/** Keeps sort and layout for the next visit, whenever they change. */
let last = selectView(store.getState());
store.subscribe(() => {
  const view = selectView(store.getState());
  if (view !== last) rememberView((last = view));
});
