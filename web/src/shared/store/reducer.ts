import { combineSlices } from '@reduxjs/toolkit';
import { api } from '../api/api.js';

/** The state of features, there once they are loaded: each adds its slice by declaration merging and injects it. */
export interface FeatureSlices {}

export const rootReducer = combineSlices(api).withLazyLoadedSlices<FeatureSlices>();

export type RootState = ReturnType<typeof rootReducer>;
